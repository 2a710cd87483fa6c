import type { JsonSchema } from "@stoa/contract/declarative-agent";
import { fillPromptTemplate } from "../../../ai/ask-model.ts";
import { isObject } from "../../../model/is-object.ts";
import type { Item } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { WorkflowLimit } from "../../../model/node-error.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { splitNames, toAiTypeNames, versions } from "../ai-node-type.ts";

import { askForStructuredOutput } from "./structured-output.ts";

const STANDARD_CATEGORIES = "Positive, Neutral, Negative";
const STANDARD_INSTRUCTIONS =
  "Determine the sentiment of the text that follows. It is one of: {categories}. State how strong it is and how confident you are, as numbers from 0 to 1.";

function getCategories({ parameters }: WorkflowNode): string[] {
  const categories = isObject(parameters.options) ? parameters.options.categories : undefined;
  return splitNames(typeof categories === "string" && categories !== "" ? categories : STANDARD_CATEGORIES);
}

async function analyzeSentiment(context: NodeContext, item: Item, index: number, categories: string[]) {
  const form: JsonSchema = {
    type: "object",
    properties: {
      sentiment: { type: "string" },
      strength: { type: "number" },
      confidence: { type: "number" },
    },
    required: ["sentiment"],
  };
  const template = context.text("options.systemPromptTemplate", index) || STANDARD_INSTRUCTIONS;
  const answer = await askForStructuredOutput(context, index, {
    system: fillPromptTemplate(template, { categories: categories.join(", ") }),
    text: context.text("inputText", index),
    form,
    fixes: context.flag("options.enableAutoFixing", index, true),
  });
  if (!isObject(answer)) return undefined;
  const sentiment = toText(answer.sentiment).toLowerCase();
  const output = categories.findIndex((name) => name.toLowerCase() === sentiment);
  const { strength = null, confidence = null } = answer;
  const details = context.flag("options.includeDetailedResults", index) ? { strength, confidence } : {};
  const json = { ...item.json, sentimentAnalysis: { category: categories[output] ?? "", ...details } };
  return output < 0 ? undefined : { output, item: { ...item, json, pairedItem: { item: index } } };
}

/** Routes each item by the sentiment of its text. */
export const sentimentAnalysis: NodeType = {
  types: [toAiTypeNames("sentimentAnalysis")],
  versions: versions(1, 1.1),
  outputs: (node) => getCategories(node).length,
  async execute(context) {
    const categories = getCategories(context.node);
    const outputs = categories.map((): Item[] => []);
    for (const [index, item] of context.items.entries()) {
      try {
        const found = await analyzeSentiment(context, item, index, categories);
        if (found) outputs[found.output]?.push(found.item);
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
