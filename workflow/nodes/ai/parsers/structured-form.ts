import type { JsonSchema } from "@stoa/contract/declarative-agent";
import type { JsonValue } from "@stoa/runtime/protocol";
import { toStorableJson } from "@stoa/runtime/sandbox";
import { checkableSchema, fitted } from "../../../ai/author-schema.ts";
import { jsonOf } from "../../../ai/model-json.ts";
import { schemaFromExample } from "../../../ai/schema-from-example.ts";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { OutputParser } from "../../../model/sub-nodes.ts";

const MISFIT = "Model output doesn't fit required format";

/** What n8n's editor begins with: files leave out what nobody has changed. */
const FIRST_EXAMPLE = { state: "California", cities: ["Los Angeles", "San Francisco", "San Diego"] };
const FIRST_SCHEMA = {
  type: "object",
  properties: { state: { type: "string" }, cities: { type: "array", items: { type: "string" } } },
};

function readJson(context: NodeContext, field: string, itemIndex: number, first: JsonObject): JsonValue {
  const value = context.parameter(field, itemIndex, first);
  if (typeof value !== "string") return value ?? null;
  try {
    return toStorableJson(JSON.parse(value));
  } catch (error) {
    throw context.failure(`'${field}' cannot be read as JSON: ${(error as Error).message}`, {
      field,
      itemIndex,
    });
  }
}

/** The form that a node declares, by an example or as a schema. */
export function declaredForm(
  context: NodeContext,
  itemIndex: number,
  wish: { exampleField: string; schemaField: string; isExample: boolean; allRequired: boolean },
): JsonSchema {
  const declared = wish.isExample
    ? schemaFromExample(readJson(context, wish.exampleField, itemIndex, FIRST_EXAMPLE), wish.allRequired)
    : readJson(context, wish.schemaField, itemIndex, FIRST_SCHEMA);
  return checkableSchema(declared);
}

/** A parser of answers that have a form. Wrapped, models are told to put it under `output`, which they may forget. */
export function formParser(form: JsonSchema, { wrapped } = { wrapped: true }): OutputParser {
  const schema: JsonSchema = wrapped
    ? { type: "object", properties: { output: form }, required: ["output"] }
    : form;
  const written = JSON.stringify(schema);
  return {
    instructions: `Answer with one JSON object and nothing else. It has to follow this JSON Schema:\n\`\`\`json\n${written}\n\`\`\``,
    schema: JSON.parse(written) as JsonObject,
    async parse(text) {
      const value = jsonOf(text);
      if (value === undefined) throw new Error(`${MISFIT}: it is not JSON`);
      const whole = fitted(form, value);
      const hasInside = isObject(value) && value.output !== undefined && (wrapped || "problem" in whole);
      const inside = hasInside ? fitted(form, value.output ?? null) : undefined;
      if (inside && "value" in inside) return inside.value;
      if ("value" in whole) return whole.value;
      throw new Error(`${MISFIT}: ${(inside ?? whole).problem}`);
    },
  };
}
