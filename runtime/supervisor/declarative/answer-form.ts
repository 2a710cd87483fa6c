import type { ObjectSchema } from "@stoa/contract/declarative-agent";
import type { JsonValue } from "../../protocol/index.ts";
import { storableJson, UnusableJson } from "../python/json-bounds.ts";
import { schemaProblem } from "./schema-check.ts";

/** Models like to fence JSON in, whatever they are told. */
const FENCE = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/** The form that a declared answer has, as a provider is asked for it. */
export function responseFormat(schema: ObjectSchema): object {
  return { type: "json_schema", json_schema: { name: "answer", schema } };
}

/** A model's answer as the value that the schema declares; or what is wrong, for the model to read. */
export function readAnswer(schema: ObjectSchema, text: string): { value: JsonValue } | { problem: string } {
  const trimmed = text.trim();
  let value: JsonValue;
  try {
    value = storableJson(JSON.parse(FENCE.exec(trimmed)?.[1] ?? trimmed));
  } catch (error) {
    const why = error instanceof UnusableJson || error instanceof SyntaxError ? error.message : "unreadable";
    return { problem: `It is not JSON: ${why}` };
  }
  const problem = schemaProblem(schema, value);
  return problem === undefined ? { value } : { problem };
}
