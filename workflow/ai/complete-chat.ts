import type { Message } from "@stoa/runtime/declarative";
import { AgentFailure, ModelRefusal, readBounded } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import { toStorableJson } from "@stoa/runtime/sandbox";
import { z } from "zod";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import type { LanguageModel } from "../model/sub-nodes.ts";
import { toModelParameters } from "./ask-model.ts";

/** The maximum size of a model's answer as JSON. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const Refusal = z.object({ error: z.object({ message: z.string() }) });

function parsedOr(text: string): JsonValue {
  try {
    return toStorableJson(JSON.parse(text));
  } catch {
    return null;
  }
}

async function completion(context: NodeContext, body: object): Promise<JsonObject> {
  const answer = await context.services.gateway.call({
    method: "POST",
    path: "/v1/chat/completions",
    body,
    accept: "application/json",
  });
  const { text } = await readBounded(answer, MAX_ANSWER_BYTES);
  const status = answer.statusCode ?? 0;
  const value = parsedOr(text);
  if (status !== 200) {
    const refusal = Refusal.safeParse(value);
    const message = refusal.success
      ? refusal.data.error.message
      : `The model call failed (HTTP ${status}). Try again; if it keeps failing, use another model.`;
    throw new ModelRefusal(status, message, text.slice(0, 2_000));
  }
  if (!isObject(value) || !Array.isArray(value.choices))
    throw new AgentFailure("The model's response is invalid.");
  return value;
}

/** Returns a model's whole completion in OpenAI's format. @throws NodeError with the gateway's message */
export async function completeChat(
  context: NodeContext,
  model: LanguageModel,
  messages: readonly Message[],
): Promise<JsonObject> {
  const { maxTokens, responseFormat } = model;
  const body = {
    model: model.model,
    messages,
    stream: false,
    ...toModelParameters(model),
    ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
    ...(responseFormat && { response_format: responseFormat }),
  };
  try {
    return await completion(context, body);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof AgentFailure) throw context.failure(error.message, {}, { cause: error });
    throw error;
  }
}

export function getChoices(completed: JsonObject): JsonObject[] {
  return Array.isArray(completed.choices) ? completed.choices.filter(isObject) : [];
}

export function getChoiceText(choice: JsonObject | undefined): string {
  const message = choice?.message;
  return isObject(message) && typeof message.content === "string" ? message.content : "";
}
