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
  "Say which of these categories the text that follows belongs to: {categories}. Go by their descriptions.";
const ONE_ALONE = "The categories exclude one another: one of them is true at the most.";
const SEVERAL = "Several of the categories may be true.";
const OTHER = "If none of them fits, 'fallback' is true and all others are false.";
const NONE = "If none of them fits, all are false.";

function categoriesOf(node: WorkflowNode): JsonObject[] {
  const { categories } = node.parameters;
  const listed = isObject(categories) ? categories.categories : undefined;
  return Array.isArray(listed) ? listed.filter(isObject) : [];
}

const hasOther = ({ parameters }: WorkflowNode): boolean =>
  isObject(parameters.options) && parameters.options.fallback === "other";

function formOf(categories: readonly JsonObject[], other: boolean): JsonSchema {
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

/** Returns the outputs for the categories of an item's text. */
async function outputsOf(context: NodeContext, itemIndex: number): Promise<number[]> {
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
    form: formOf(categories, other),
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
  outputs: (node) => categoriesOf(node).length + (hasOther(node) ? 1 : 0),
  async execute(context) {
    const count = categoriesOf(context.node).length + (hasOther(context.node) ? 1 : 0);
    const outputs = Array.from({ length: count }, (): Item[] => []);
    for (const [index, item] of context.items.entries()) {
      try {
        for (const output of await outputsOf(context, index))
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
