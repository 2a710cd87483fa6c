import type { Message } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import { ask } from "../../../ai/ask-model.ts";
import { attachedTools } from "../../../ai/attached-tools.ts";
import { jsonOf } from "../../../ai/model-json.ts";
import { modelToAsk } from "../../../ai/model-names.ts";
import { converse } from "../../../ai/tool-conversation.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { LanguageModel } from "../../../model/sub-nodes.ts";
import { modelSettings } from "../models/model-settings.ts";
import { askedMessages } from "./asked-messages.ts";

/** Turns of a message that may call tools. */
const MAX_TURNS = 15;

function modelOf(context: NodeContext, itemIndex: number): LanguageModel {
  const model = modelToAsk(context.parameter("modelId", itemIndex));
  return { ...modelSettings(context, itemIndex), model };
}

/** What a model says to the messages that a vendor's node lists, with the tools that are attached to it. */
export async function vendorAnswer(
  context: NodeContext,
  itemIndex: number,
  systemField: string,
): Promise<JsonValue> {
  const isJson = context.flag("jsonOutput", itemIndex);
  const model: LanguageModel = {
    ...modelOf(context, itemIndex),
    ...(isJson && { responseFormat: { type: "json_object" } }),
  };
  const messages = askedMessages(context, itemIndex, "messages.values");
  const system = context.text(systemField, itemIndex);
  if (system !== "") messages.unshift({ role: "system", content: system });
  const tools = await attachedTools(context, itemIndex);
  const { text } = await converse(context, { models: [model], messages, tools, maxTurns: MAX_TURNS });
  return isJson ? (jsonOf(text) ?? text) : text;
}

/** What a model says to one message, as to a question about images. */
export async function vendorSaid(context: NodeContext, itemIndex: number, message: Message): Promise<string> {
  const { text } = await ask(context, modelOf(context, itemIndex), { messages: [message] });
  return text;
}
