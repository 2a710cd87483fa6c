import { attachedModel } from "../../../ai/ask-model.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { OutputParser } from "../../../model/sub-nodes.ts";
import { aiType, versions } from "../versions.ts";
import { fixingParser } from "./fixing-parser.ts";
import { declaredForm, formParser } from "./structured-form.ts";

/** Since this version a schema or an example can be given. */
const CHOOSES_SINCE = 1.2;
/** Since this version all fields of an example must be there. */
const ALL_REQUIRED_SINCE = 1.3;

async function structured(context: NodeContext, itemIndex: number): Promise<OutputParser> {
  const { version } = context.node;
  const chooses = version >= CHOOSES_SINCE;
  const form = declaredForm(context, itemIndex, {
    exampleField: "jsonSchemaExample",
    schemaField: chooses ? "inputSchema" : "jsonSchema",
    isExample: chooses && context.text("schemaType", itemIndex, "fromJson") === "fromJson",
    allRequired: version >= ALL_REQUIRED_SINCE,
  });
  const parser = formParser(form);
  if (!context.flag("autoFix", itemIndex)) return parser;
  const model = await attachedModel(context, itemIndex);
  return fixingParser(context, parser, model, context.text("prompt", itemIndex));
}

export const outputParserStructured: NodeType = {
  types: [aiType("outputParserStructured")],
  versions: versions(1, 1.3),
  supplies: { ai_outputParser: structured },
};

export const outputParserAutofixing: NodeType = {
  types: [aiType("outputParserAutofixing")],
  versions: [1],
  supplies: {
    async ai_outputParser(context, itemIndex) {
      const [parser] = await context.getSubNodes("ai_outputParser", itemIndex);
      if (!parser)
        throw context.failure("An output parser must be connected", { field: "ai_outputParser", itemIndex });
      const model = await attachedModel(context, itemIndex);
      return fixingParser(context, parser, model, context.text("options.prompt", itemIndex));
    },
  },
};

export const outputParserItemList: NodeType = {
  types: [aiType("outputParserItemList")],
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
