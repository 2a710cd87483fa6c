import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { setOwn } from "../core/fields/field-path.ts";

/** Converts a value to a string for a header, form or query. */
export function toParameterText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the entries of a list of parameters. Leaves out entries without a name. */
export function readPairs(context: NodeContext, path: string, itemIndex: number): JsonObject[] {
  return context
    .list(path, itemIndex)
    .filter((entry) => isObject(entry))
    .filter(({ name }) => toParameterText(name) !== "");
}

/**
 * Returns pairs as a record. `twice` determines whether the last value of a repeated name wins or all its values become
 * a list.
 */
export function toRecord(pairs: readonly JsonObject[], twice: "last" | "list"): JsonObject {
  const record: JsonObject = {};
  for (const { name: pairName, value = "" } of pairs) {
    const name = toParameterText(pairName);
    const before = Object.hasOwn(record, name) ? record[name] : undefined;
    if (twice === "last" || before === undefined) setOwn(record, name, value);
    else setOwn(record, name, Array.isArray(before) ? [...before, value] : [before, value]);
  }
  return record;
}

/** Returns headers with lowercase names. */
export function toHeaders(fields: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields))
    if (name.trim() !== "" && name !== "__proto__")
      headers[name.trim().toLowerCase()] = toParameterText(value);
  return headers;
}

/** Returns the value of a JSON parameter. @throws NodeError if the parameter is not valid JSON */
export function readJsonParameter(
  context: NodeContext,
  field: string,
  itemIndex: number,
  refusal: string,
): JsonValue {
  const value = context.parameter(field, itemIndex, "");
  if (typeof value !== "string") return value ?? null;
  try {
    return JSON.parse(value) as JsonValue;
  } catch (error) {
    throw context.failure(refusal, { field, itemIndex }, { cause: error });
  }
}

/** Returns the object of a JSON parameter. @throws NodeError if the value is not an object */
export function readJsonRecord(
  context: NodeContext,
  field: string,
  itemIndex: number,
  refusal: string,
): JsonObject {
  const value = readJsonParameter(context, field, itemIndex, refusal);
  if (isObject(value)) return value;
  throw context.failure(refusal, { field, itemIndex });
}
