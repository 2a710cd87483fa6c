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

/** Fills `{name}` of a prompt; `{{` and `}}` stand for braces, and what has no value stays. */
export function fillPromptTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return found.slice(0, 1);
    return Object.hasOwn(values, name) ? (values[name] ?? "") : found;
  });
}

/** A book; no model writes as much in one answer. */
const MAX_ANSWER_CHARS = 2 * 1024 * 1024;

/** One turn that is asked of a model. */
interface ModelQuestion {
  messages: readonly Message[];
  tools?: readonly ToolDefinition[];
  /** It may call no tool any more. */
  mustAnswer?: boolean;
  responseFormat?: JsonObject;
  onText?: (text: string) => void;
}

/** How the model is to answer, as the gateway's fields. */
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

/** Asks a model over the run's gateway. @throws NodeError with the gateway's words. */
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

/** What a model says to a prompt, under an instruction where there is one. */
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

/** The model that is attached to a node. @throws NodeError where there is none. */
export async function getConnectedModel(context: NodeContext, itemIndex: number): Promise<LanguageModel> {
  const [model] = await context.getSubNodes("ai_languageModel", itemIndex);
  if (!model)
    throw context.failure("A Chat Model sub-node must be connected and enabled", {
      field: "ai_languageModel",
      itemIndex,
    });
  return model;
}
