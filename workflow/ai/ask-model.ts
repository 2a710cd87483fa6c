import {
  AgentFailure,
  askModel,
  type ContentPart,
  type Message,
  type ToolDefinition,
  type Turn,
} from "@stoa/runtime/declarative";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import type { LanguageModel } from "../model/sub-nodes.ts";

/** Replaces `{name}` with its value. `{{` and `}}` are literal braces, and a name without a value is left as it is. */
export function fillPromptTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return found.slice(0, 1);
    return Object.hasOwn(values, name) ? (values[name] ?? "") : found;
  });
}

/** The maximum length of an answer, about the size of a book. No model writes that much in one answer. */
const MAX_ANSWER_CHARS = 2 * 1024 * 1024;

/** A conversation to which a model adds its next turn. */
interface ModelQuestion {
  messages: readonly Message[];
  tools?: readonly ToolDefinition[];
  /** Whether the model must answer in this turn without calling tools. */
  mustAnswer?: boolean;
  responseFormat?: JsonObject;
  onText?: (text: string) => void;
}

/** Returns a model's options as the fields of a gateway request. */
export function toModelParameters(model: LanguageModel): Record<string, string | number> {
  const { temperature, topP, frequencyPenalty, presencePenalty, reasoningEffort } = model;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
  };
}

/** Calls a model through the run's gateway. @throws NodeError with the gateway's message */
export async function invokeModel(
  context: NodeContext,
  model: LanguageModel,
  question: ModelQuestion,
): Promise<Turn> {
  const { messages, tools = [], mustAnswer = false, onText = () => {} } = question;
  const request = {
    messages: [...messages],
    tools,
    mustAnswer,
    responseFormat: question.responseFormat ?? model.responseFormat,
    maxCompletionTokens: model.maxTokens,
    settings: toModelParameters(model),
  };
  try {
    return await askModel(
      context.services.gateway,
      { ...request, model: model.model },
      MAX_ANSWER_CHARS,
      onText,
    );
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof AgentFailure) throw context.failure(error.message, {}, { cause: error });
    throw error;
  }
}

/** Returns a model's answer to a prompt, with an optional instruction. */
export async function answerQuestion(
  context: NodeContext,
  model: LanguageModel,
  prompt: { system?: string; user: string | ContentPart[] },
  responseFormat?: JsonObject,
): Promise<string> {
  const messages: Message[] = [{ role: "user", content: prompt.user }];
  if (prompt.system) messages.unshift({ role: "system", content: prompt.system });
  const turn = await invokeModel(context, model, { messages, ...(responseFormat && { responseFormat }) });
  return turn.text;
}

/** Returns the model that is connected to a node. @throws NodeError if no model is connected */
export async function getConnectedModel(context: NodeContext, itemIndex: number): Promise<LanguageModel> {
  const [model] = await context.getSubNodes("ai_languageModel", itemIndex);
  if (!model)
    throw context.failure("A Chat Model sub-node must be connected and enabled", {
      field: "ai_languageModel",
      itemIndex,
    });
  return model;
}
