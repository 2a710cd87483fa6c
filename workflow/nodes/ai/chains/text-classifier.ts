import type { JsonSchema } from "@stoa/contract/declarative-agent";
import { fillPromptTemplate } from "../../../ai/ask-model.ts";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { WorkflowLimit } from "../../../model/node-error.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { askForStructuredOutput } from "./structured-output.ts";

const STANDARD_INSTRUCTIONS =
  "Decide which of these categories the text that follows belongs to: {categories}. Use their descriptions.";
const ONE_ALONE = "The categories are mutually exclusive: at most one of them is true.";
const SEVERAL = "Several of the categories may be true.";
const OTHER = "If none of them fits, 'fallback' is true and all others are false.";
const NONE = "If none of them fits, all are false.";

function getCategories(node: WorkflowNode): JsonObject[] {
  const { categories } = node.parameters;
  const listed = isObject(categories) ? categories.categories : undefined;
  return Array.isArray(listed) ? listed.filter(isObject) : [];
}

const hasOther = ({ parameters }: WorkflowNode): boolean =>
  isObject(parameters.options) && parameters.options.fallback === "other";

function buildSchema(categories: readonly JsonObject[], other: boolean): JsonSchema {
  const properties = Object.fromEntries(
    categories.map(({ category, description }): [string, JsonSchema] => [
      toText(category),
      {
        type: "boolean",
        description: `True if the text belongs to: ${toText(description ?? category)}`,
      },
    ]),
  );
  if (other) properties.fallback = { type: "boolean", description: "True if no other category fits" };
  return { type: "object", properties };
}

/** Returns the indexes of the outputs for the categories of an item's text. */
async function chooseOutputs(context: NodeContext, itemIndex: number): Promise<number[]> {
  const other = hasOther(context.node);
  const categories = context.list("categories.categories", itemIndex).filter(isObject);
  const names = categories.map(({ category }) => toText(category));
  const text = context.text("inputText", itemIndex);
  if (text === "") {
    if (context.node.onError === "stopWorkflow")
      throw context.failure("Text to classify for item is not defined", { field: "inputText", itemIndex });
    return other ? [names.length] : [];
  }
  const template = context.text("options.systemPromptTemplate", itemIndex) || STANDARD_INSTRUCTIONS;
  const several = context.flag("options.multiClass", itemIndex);
  const answer = await askForStructuredOutput(context, itemIndex, {
    system: [
      fillPromptTemplate(template, { categories: names.join(", ") }),
      several ? SEVERAL : ONE_ALONE,
      other ? OTHER : NONE,
    ].join("\n"),
    text,
    form: buildSchema(categories, other),
    fixes: context.flag("options.enableAutoFixing", itemIndex, true),
  });
  if (!isObject(answer)) return [];
  const found = names.flatMap((name, index) => (answer[name] === true ? [index] : []));
  return other && answer.fallback === true ? [...found, names.length] : found;
}

/** Routes each item by the categories of its text. */
export const textClassifier: NodeType = {
  types: [toAiTypeNames("textClassifier")],
  versions: versions(1, 1.1),
  outputs: (node) => getCategories(node).length + (hasOther(node) ? 1 : 0),
  async execute(context) {
    const count = getCategories(context.node).length + (hasOther(context.node) ? 1 : 0);
    const outputs = Array.from({ length: count }, (): Item[] => []);
    for (const [index, item] of context.items.entries()) {
      try {
        for (const output of await chooseOutputs(context, index))
          outputs[output]?.push({ ...item, pairedItem: { item: index } });
      } catch (error) {
        context.signal.throwIfAborted();
        if (context.node.onError === "stopWorkflow" || error instanceof WorkflowLimit) throw error;
        outputs[0]?.push({
          json: { error: (error as Error).message },
          pairedItem: { item: index },
          failed: true,
        });
      }
    }
    return outputs;
  },
};
