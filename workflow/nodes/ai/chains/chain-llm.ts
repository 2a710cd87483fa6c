import type { ContentPart, Message } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import { getConnectedModel, invokeModel } from "../../../ai/ask-model.ts";
import { loadImage, toImagePart } from "../../../ai/images.ts";
import { toResponseFormat } from "../../../ai/json-schema.ts";
import { extractJson } from "../../../ai/model-json.ts";

import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { LanguageModel, OutputParser } from "../../../model/sub-nodes.ts";
import { getPrompt } from "../agents/agent-prompt.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

/** From this version on, a parameter determines whether the node defines its own prompt. */
const CHOOSES_PROMPT_SINCE = 1.4;
/** From this version on, JSON in a model's answer is returned as an object. */
const GIVES_JSON_SINCE = 1.6;

const ROLES: Readonly<Record<string, "system" | "user" | "assistant">> = {
  SystemMessagePromptTemplate: "system",
  HumanMessagePromptTemplate: "user",
  AIMessagePromptTemplate: "assistant",
};

/** Returns the image of a message, loaded from its URL or from the item's binary data. */
async function readImage(context: NodeContext, itemIndex: number, entry: JsonObject): Promise<ContentPart> {
  const detail = ["low", "high"].includes(toText(entry.imageDetail))
    ? (entry.imageDetail as "low" | "high")
    : "auto";
  if (entry.messageType === "imageUrl")
    return loadImage(context, toText(entry.imageUrl), detail, {
      field: "messages.messageValues",
      itemIndex,
    });
  const name = toText(entry.binaryImageDataKey ?? "data");
  const file = context.items[itemIndex]?.binary?.[name];
  const image = file && toImagePart(file, detail);
  if (!image)
    throw context.failure(`The item has no image in its binary field '${name}'`, {
      field: "messages.messageValues",
      itemIndex,
    });
  return image;
}

function buildMessages(context: NodeContext, itemIndex: number): Promise<Message[]> {
  const entries = context.list("messages.messageValues", itemIndex).filter(isObject);
  return Promise.all(
    entries.map(async (entry): Promise<Message> => {
      const role = ROLES[toText(entry.type ?? "SystemMessagePromptTemplate")] ?? "system";
      if (role === "user" && ["imageBinary", "imageUrl"].includes(toText(entry.messageType)))
        return { role, content: [await readImage(context, itemIndex, entry)] };
      return { role, content: toText(entry.message) };
    }),
  );
}

async function buildQuestion(
  context: NodeContext,
  itemIndex: number,
  parser: OutputParser | undefined,
): Promise<Message[]> {
  const chooses = context.node.version >= CHOOSES_PROMPT_SINCE;
  const prompt = getPrompt(context, itemIndex, {
    choosesSince: CHOOSES_PROMPT_SINCE,
    field: chooses ? "text" : "prompt",
  });
  const fullPrompt = parser ? `${prompt}\n${parser.instructions}` : prompt;
  return [...(await buildMessages(context, itemIndex)), { role: "user", content: fullPrompt }];
}

/** Returns the model's answer. If the first model fails and a fallback is enabled, uses the fallback model. */
async function answerItem(
  context: NodeContext,
  itemIndex: number,
  messages: Message[],
  streams: boolean,
  form?: JsonObject,
) {
  const first = await getConnectedModel(context, itemIndex);
  const all = await context.getSubNodes("ai_languageModel", itemIndex);
  const question = {
    messages,
    ...(form && { responseFormat: form }),
    ...(streams && { onText: (text: string) => context.stream(text) }),
  };
  const say = async (model: LanguageModel) => ({
    model,
    text: (await invokeModel(context, model, question)).text,
  });
  const [, second] = all;
  if (!second || !context.flag("needsFallback", itemIndex)) return say(first);
  try {
    return await say(first);
  } catch (error) {
    context.signal.throwIfAborted();
    context.log("warning", `The first model failed: ${(error as Error).message}`);
    return say(second);
  }
}

/**
 * Returns an answer as an item's JSON. Text is stored under `text`, and a list under `data`. An object becomes the JSON
 * itself if `asObject` is true, otherwise its text is stored. Any other value is stored under `response.text`.
 */
function answerJson(value: JsonValue, asObject: boolean): JsonObject {
  if (typeof value === "string") return { text: value.trim() };
  if (Array.isArray(value)) return { data: value };
  if (isObject(value)) return asObject ? value : { text: JSON.stringify(value) };
  return { response: { text: value } };
}

async function processItem(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const usesParser = context.flag("hasOutputParser", itemIndex, context.node.version < CHOOSES_PROMPT_SINCE);
  const [parser] = usesParser ? await context.getSubNodes("ai_outputParser", itemIndex) : [];
  const messages = await buildQuestion(context, itemIndex, parser);
  const form = parser?.schema && toResponseFormat(parser.schema);
  const { model, text } = await answerItem(context, itemIndex, messages, !parser, form);
  if (parser) {
    const value = await parser.parse(text);
    const values = parser.schema === undefined && Array.isArray(value) ? value : [{ output: value }];
    return values.map((each) => ({ json: answerJson(each, true) }));
  }
  const json = model.responseFormat?.type === "json_object" ? extractJson(text) : undefined;
  return [{ json: answerJson(json ?? text, context.node.version >= GIVES_JSON_SINCE) }];
}

/** Calls a model once for each item. */
export const chainLlm: NodeType = {
  types: [toAiTypeNames("chainLlm")],
  versions: versions(1, 1.9),
  // The URL of an image usually comes from an item, so the host is known only at run time.
  needs: ({ parameters }) =>
    JSON.stringify(parameters.messages ?? {}).includes("imageUrl") ? { hosts: [undefined] } : {},
  async execute(context) {
    const pause = context.number("batching.delayBetweenBatches", 0, 0);
    const size = Math.max(1, context.number("batching.batchSize", 0, 5));
    return [
      await context.each(async (_, index) => {
        if (pause > 0 && index > 0 && index % size === 0) await context.sleep(pause);
        return processItem(context, index);
      }),
    ];
  },
};
