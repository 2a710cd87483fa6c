import { completeChat, getChoices, getChoiceText } from "../../../ai/complete-chat.ts";
import { extractJson } from "../../../ai/model-json.ts";
import { findLiteralModelName, getModelName } from "../../../ai/model-names.ts";
import { runToolConversation } from "../../../ai/tool-conversation.ts";
import { getConnectedTools } from "../../../ai/tools.ts";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { LanguageModel } from "../../../model/sub-nodes.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { readModelOptions } from "../models/model-options.ts";
import { OPENAI_MEDIA } from "./openai-media.ts";
import {
  analyzeImage,
  explainUnsupportedOperation,
  findMediaOperation,
  getMediaNeeds,
  getOperation,
  readMessages,
} from "./vendor-operations.ts";

const STANDARD = {
  resource: "text",
  operations: { text: "message", image: "generate", audio: "generate", assistant: "message", file: "upload" },
};
const STANDARD_OF_2 = { resource: "text", operations: { ...STANDARD.operations, text: "response" } };
const HAD = ["text.message", "text.response", "image.analyze", ...Object.keys(OPENAI_MEDIA)];
/** The maximum number of model turns for a message that may call tools. */
const MAX_TURNS = 15;

const getStandard = (version: number) => (version >= 2 ? STANDARD_OF_2 : STANDARD);

function createModel(context: NodeContext, itemIndex: number, isJson: boolean): LanguageModel {
  const modelId = context.parameter("modelId", itemIndex) ?? context.parameter("model", itemIndex);
  return {
    ...readModelOptions(context, itemIndex),
    model: getModelName(modelId),
    ...(isJson && { responseFormat: { type: "json_object" } }),
  };
}

/** Returns a choice, with its content parsed if the content is JSON. */
function withJson(choice: JsonObject): JsonObject {
  const value = extractJson(getChoiceText(choice));
  if (value === undefined || !isObject(choice.message)) return choice;
  return { ...choice, message: { ...choice.message, content: value } };
}

async function completeMessage(
  context: NodeContext,
  itemIndex: number,
  model: LanguageModel,
  path: string,
): Promise<JsonObject> {
  const messages = readMessages(context, itemIndex, path);
  const instructions = context.text("options.instructions", itemIndex);
  if (instructions !== "") messages.unshift({ role: "system", content: instructions });
  // Providers reject requests for JSON unless the prompt contains the word.
  if (model.responseFormat && !JSON.stringify(messages).toLowerCase().includes("json"))
    messages.unshift({ role: "system", content: "You are a helpful assistant designed to output JSON." });
  const tools = await getConnectedTools(context, itemIndex);
  if (tools.length === 0) return completeChat(context, model, messages);
  const turns = context.number("options.maxToolsIterations", itemIndex, MAX_TURNS);
  const { text } = await runToolConversation(context, {
    models: [model],
    messages,
    tools,
    maxTurns: turns > 0 ? Math.min(turns, 64) : MAX_TURNS,
  });
  return {
    choices: [
      { index: 0, message: { role: "assistant", content: text }, logprobs: null, finish_reason: "stop" },
    ],
  };
}

async function sendMessage(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const isJson = context.flag("jsonOutput", itemIndex);
  const answer = await completeMessage(
    context,
    itemIndex,
    createModel(context, itemIndex, isJson),
    "messages.values",
  );
  const choices = getChoices(answer).map((choice) => (isJson ? withJson(choice) : choice));
  if (!context.flag("simplify", itemIndex, true)) return [{ json: { ...answer, choices } }];
  return choices.map((json) => ({ json }));
}

/** Returns an answer in the format of OpenAI's Responses API. */
async function createResponse(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const format = JSON.stringify(context.object("options.textFormat", itemIndex));
  const isJson = format.includes('"json_object"') || format.includes('"json_schema"');
  const answer = await completeMessage(
    context,
    itemIndex,
    createModel(context, itemIndex, isJson),
    "responses.values",
  );
  const output = getChoices(answer).map((choice) => {
    const choiceText = getChoiceText(choice);
    const text = isJson ? (extractJson(choiceText) ?? choiceText) : choiceText;
    const content = [{ type: "output_text", annotations: [], logprobs: [], text }];
    return { type: "message", status: "completed", content, role: "assistant" };
  });
  if (context.flag("simplify", itemIndex, true)) return [{ json: { output } }];
  const { id, created, model, usage } = answer;
  return [
    {
      json: {
        id: id ?? "",
        object: "response",
        created_at: created ?? 0,
        status: "completed",
        model: model ?? "",
        output,
        usage: usage ?? {},
      },
    },
  ];
}

async function analyzeInput(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const question = await analyzeImage(context, itemIndex, {
    binary: "binaryPropertyName",
    ownKinds: ["base64", "binary"],
  });
  const answer = await completeChat(context, createModel(context, itemIndex, false), [question]);
  const isSimple = context.flag("simplify", itemIndex, true);
  return [{ json: isSimple ? { content: getChoiceText(getChoices(answer)[0]) } : answer }];
}

/** OpenAI node: messages and questions about images. */
export const openAi: NodeType = {
  types: [toAiTypeNames("openAi")],
  versions: [...versions(1, 1.8), ...versions(2, 2.1)],
  unsupported: (node) => explainUnsupportedOperation(getOperation(node, getStandard(node.version)), HAD),
  needs: (node) => {
    const media = findMediaOperation(OPENAI_MEDIA, getOperation(node, getStandard(node.version)));
    return media
      ? getMediaNeeds("openai", media)
      : {
          models: [findLiteralModelName(node.parameters.modelId ?? node.parameters.model)],
          ...(node.parameters.resource === "image" && { hosts: [undefined] }),
        };
  },
  execute: async (context) => {
    const operation = getOperation(context.node, getStandard(context.node.version));
    const media = findMediaOperation(OPENAI_MEDIA, operation);
    return [
      await context.each((item, index) => {
        if (media) return media.each(context, index, item);
        if (operation === "image.analyze") return analyzeInput(context, index);
        const hasOldMessages =
          context.raw("responses") === undefined && context.raw("messages") !== undefined;
        return operation === "text.response" && !hasOldMessages
          ? createResponse(context, index)
          : sendMessage(context, index);
      }),
    ];
  },
};
