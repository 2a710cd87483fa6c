import type { JsonSchema } from "@stoa/contract/declarative-agent";
import type { JsonValue } from "@stoa/runtime/protocol";
import { toStorableJson } from "@stoa/runtime/sandbox";
import { answerQuestion, fillPromptTemplate, getConnectedModel } from "../../../ai/ask-model.ts";
import { inferSchema, parseJsonSchema, validateJson } from "../../../ai/json-schema.ts";
import { extractJson } from "../../../ai/model-json.ts";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { LanguageModel, OutputParser } from "../../../model/sub-nodes.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

const MISFIT = "Model output doesn't fit required format";

/** The example that n8n's editor starts with. Exports omit parameters with unchanged values. */
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
    throw context.failure(`'${field}' is not valid JSON: ${(error as Error).message}`, {
      field,
      itemIndex,
    });
  }
}

/** Returns the schema that a node declares by an example or as JSON Schema. */
export function readOutputSchema(
  context: NodeContext,
  itemIndex: number,
  options: { exampleField: string; schemaField: string; isExample: boolean; allRequired: boolean },
): JsonSchema {
  const schema = options.isExample
    ? inferSchema(readJson(context, options.exampleField, itemIndex, FIRST_EXAMPLE), options.allRequired)
    : readJson(context, options.schemaField, itemIndex, FIRST_SCHEMA);
  return parseJsonSchema(schema);
}

/**
 * Creates a parser for structured output. If `wrapped` is true, the prompt asks the model to put the answer under
 * `output`. The parser also accepts an answer without this wrapper.
 */
export function createStructuredParser(form: JsonSchema, { wrapped } = { wrapped: true }): OutputParser {
  const schema: JsonSchema = wrapped
    ? { type: "object", properties: { output: form }, required: ["output"] }
    : form;
  const written = JSON.stringify(schema);
  return {
    instructions: `Answer with one JSON object and nothing else. It has to follow this JSON Schema:\n\`\`\`json\n${written}\n\`\`\``,
    schema: JSON.parse(written) as JsonObject,
    async parse(text) {
      const value = extractJson(text);
      if (value === undefined) throw new Error(`${MISFIT}: it is not JSON`);
      const whole = validateJson(form, value);
      const hasInside = isObject(value) && value.output !== undefined && (wrapped || "problem" in whole);
      const inside = hasInside ? validateJson(form, value.output ?? null) : undefined;
      if (inside && "value" in inside) return inside.value;
      if ("value" in whole) return whole.value;
      throw new Error(`${MISFIT}: ${(inside ?? whole).problem}`);
    },
  };
}

const STANDARD_PROMPT = `Instructions:
--------------
{instructions}
--------------
Completion:
--------------
{completion}
--------------

The completion does not follow the instructions.
Error:
--------------
{error}
--------------

Answer again, so that it follows the instructions.`;

/** Creates a parser that asks a model once to fix output that the given parser rejects. */
export function createAutofixingParser(
  context: NodeContext,
  parser: OutputParser,
  model: LanguageModel,
  prompt: string,
): OutputParser {
  return {
    ...parser,
    async parse(text) {
      try {
        return await parser.parse(text);
      } catch (failure) {
        context.signal.throwIfAborted();
        const error = (failure as Error).message;
        const values = { instructions: parser.instructions, completion: text, error };
        const user = fillPromptTemplate(prompt || STANDARD_PROMPT, values);
        return parser.parse(await answerQuestion(context, model, { user }));
      }
    },
  };
}

/** From this version on, the author can specify a schema or an example. */
const CHOOSES_SINCE = 1.2;
/** From this version on, all fields of an example are required. */
const ALL_REQUIRED_SINCE = 1.3;

async function supplyStructuredParser(context: NodeContext, itemIndex: number): Promise<OutputParser> {
  const { version } = context.node;
  const chooses = version >= CHOOSES_SINCE;
  const form = readOutputSchema(context, itemIndex, {
    exampleField: "jsonSchemaExample",
    schemaField: chooses ? "inputSchema" : "jsonSchema",
    isExample: chooses && context.text("schemaType", itemIndex, "fromJson") === "fromJson",
    allRequired: version >= ALL_REQUIRED_SINCE,
  });
  const parser = createStructuredParser(form);
  if (!context.flag("autoFix", itemIndex)) return parser;
  const model = await getConnectedModel(context, itemIndex);
  return createAutofixingParser(context, parser, model, context.text("prompt", itemIndex));
}

export const outputParserStructured: NodeType = {
  types: [toAiTypeNames("outputParserStructured")],
  versions: versions(1, 1.3),
  supplies: { ai_outputParser: supplyStructuredParser },
};

export const outputParserAutofixing: NodeType = {
  types: [toAiTypeNames("outputParserAutofixing")],
  versions: [1],
  supplies: {
    async ai_outputParser(context, itemIndex) {
      const [parser] = await context.getSubNodes("ai_outputParser", itemIndex);
      if (!parser)
        throw context.failure("An output parser must be connected", { field: "ai_outputParser", itemIndex });
      const model = await getConnectedModel(context, itemIndex);
      return createAutofixingParser(context, parser, model, context.text("options.prompt", itemIndex));
    },
  },
};

export const outputParserItemList: NodeType = {
  types: [toAiTypeNames("outputParserItemList")],
  versions: [1],
  supplies: {
    ai_outputParser(context, itemIndex) {
      const wanted = context.number("options.numberOfItems", itemIndex, -1);
      const separator = context.text("options.separator", itemIndex, "\n").replace(/\\n/g, "\n") || "\n";
      const count = wanted > 0 ? `${wanted} items` : "a list of items";
      return {
        instructions: `Answer with ${count} separated by ${JSON.stringify(separator)}, without numbering and without any other words.`,
        async parse(text) {
          const items = text
            .split(separator)
            .map((item) => item.trim())
            .filter((item) => item !== "");
          if (wanted <= 0) return items;
          if (items.length < wanted)
            throw new Error(
              `Wrong number of items returned. Expected ${wanted} items but got ${items.length} items instead.`,
            );
          return items.slice(0, wanted);
        },
      };
    },
  },
};
