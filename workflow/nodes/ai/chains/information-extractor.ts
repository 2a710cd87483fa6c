import type { JsonSchema } from "@stoa/contract/declarative-agent";
import { isObject } from "../../../model/is-object.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { readOutputSchema } from "../parsers/output-parsers.ts";
import { askForStructuredOutput } from "./structured-output.ts";

const ALL_REQUIRED_SINCE = 1.2;
const STANDARD_INSTRUCTIONS =
  "Extract information from the text that follows. Use only what the text says. Leave out everything else.";

const TYPES: Readonly<Record<string, JsonSchema>> = {
  string: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string" },
};

function buildAttributesSchema(context: NodeContext, itemIndex: number): JsonSchema {
  const attributes = context.list("attributes.attributes", itemIndex).filter(isObject);
  if (attributes.length === 0)
    throw context.failure("At least one attribute must be specified", { field: "attributes", itemIndex });
  return {
    type: "object",
    properties: Object.fromEntries(
      attributes.map(({ name, type, description }): [string, JsonSchema] => [
        toText(name),
        { ...TYPES[toText(type ?? "string")], description: toText(description) },
      ]),
    ),
    required: attributes.filter(({ required }) => required === true).map(({ name }) => toText(name)),
  };
}

function getSchema(context: NodeContext, itemIndex: number): JsonSchema {
  const kind = context.text("schemaType", itemIndex, "fromAttributes");
  if (kind === "fromAttributes") return buildAttributesSchema(context, itemIndex);
  return readOutputSchema(context, itemIndex, {
    exampleField: "jsonSchemaExample",
    schemaField: "inputSchema",
    isExample: kind === "fromJson",
    allRequired: context.node.version >= ALL_REQUIRED_SINCE,
  });
}

/** Extracts fields from an item's text. */
export const informationExtractor: NodeType = {
  types: [toAiTypeNames("informationExtractor")],
  versions: versions(1, 1.2),
  execute: async (context) => [
    await context.each(async (_, index) => {
      const output = await askForStructuredOutput(context, index, {
        system: context.text("options.systemPromptTemplate", index) || STANDARD_INSTRUCTIONS,
        text: context.text("text", index),
        form: getSchema(context, index),
        fixes: true,
      });
      return [{ json: { output } }];
    }),
  ],
};
