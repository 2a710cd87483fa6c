import type { Message } from "@stoa/runtime/declarative";
import { completeChat, getChoices, getChoiceText } from "../../../ai/complete-chat.ts";
import { findLiteralModelName, getModelName } from "../../../ai/model-names.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { readModelOptions } from "../models/model-options.ts";
import { OPENAI_MEDIA_V1 } from "./openai-media.ts";
import {
  explainUnsupportedOperation,
  findMediaOperation,
  getMediaNeeds,
  getOperation,
  readMessages,
} from "./vendor-operations.ts";

const STANDARD = { resource: "text", operations: { text: "complete", chat: "complete", image: "create" } };
const HAD = ["text.complete", "text.edit", "chat.complete", ...Object.keys(OPENAI_MEDIA_V1)];
/** The maximum number of answers to one prompt. OpenAI allows 128, which is more than anyone reads. */
const MOST_ANSWERS = 8;

const getModelField = ({ version, parameters }: WorkflowNode): string =>
  version >= 1.1 && parameters.resource === "chat" ? "chatModel" : "model";

function buildMessages(context: NodeContext, itemIndex: number, operation: string): Message[] {
  if (operation === "chat.complete") return readMessages(context, itemIndex, "prompt.messages");
  if (operation === "text.complete") return [{ role: "user", content: context.text("prompt", itemIndex) }];
  return [
    { role: "system", content: context.text("instruction", itemIndex) },
    { role: "user", content: context.text("input", itemIndex) },
  ];
}

/** Returns a choice in the legacy format of the given operation. */
function shapeContent(operation: string, choice: JsonObject, index: number): JsonObject {
  if (operation === "chat.complete") return { ...choice, index };
  const text = getChoiceText(choice);
  if (operation === "text.edit") return { text, index };
  return { text, index, logprobs: null, finish_reason: choice.finish_reason ?? "stop" };
}

async function answers(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const operation = getOperation(context.node, STANDARD);
  const model = {
    ...readModelOptions(context, itemIndex),
    model: getModelName(context.parameter(getModelField(context.node), itemIndex)),
  };
  const messages = buildMessages(context, itemIndex, operation);
  const count = Math.min(MOST_ANSWERS, Math.max(1, Math.trunc(context.number("options.n", itemIndex, 1))));
  const choices: JsonObject[] = [];
  let last: JsonObject = {};
  // The gateway returns one answer per call.
  for (let number = 0; number < count; number += 1) {
    last = await completeChat(context, model, messages);
    for (const choice of getChoices(last)) choices.push(shapeContent(operation, choice, choices.length));
  }
  if (context.flag("simplifyOutput", itemIndex, true)) return choices.map((json) => ({ json }));
  return [{ json: { ...last, choices } }];
}

/** The legacy OpenAI node, with completions and edits. */
export const openAiBase: NodeType = {
  types: ["n8n-nodes-base.openAi"],
  versions: [1, 1.1],
  takesLaterVersions: true,
  unsupported: (node) => explainUnsupportedOperation(getOperation(node, STANDARD), HAD),
  needs: (node) => {
    const media = findMediaOperation(OPENAI_MEDIA_V1, getOperation(node, STANDARD));
    return media
      ? getMediaNeeds("openai", media)
      : { models: [findLiteralModelName(node.parameters[getModelField(node)])] };
  },
  execute: async (context) => {
    const media = findMediaOperation(OPENAI_MEDIA_V1, getOperation(context.node, STANDARD));
    return [
      await context.each((item, index) =>
        media ? media.each(context, index, item) : answers(context, index),
      ),
    ];
  },
};
