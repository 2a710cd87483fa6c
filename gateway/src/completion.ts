import { randomUUID } from "node:crypto";

/** Why an answer ended. */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter";

/** A call of a function, in an answer. */
export interface FunctionCall {
  name: string;
  arguments: string;
}

/** Token counts, as an answer tells them. */
export interface AnswerUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** What identifies an answer in each of its parts. */
export interface AnswerIdentity {
  id: string;
  created: number;
  model: string;
}

/** A fresh identity for an answer of the given model. */
export function newAnswer(model: string): AnswerIdentity {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1_000), model };
}

export function answerUsage(promptTokens: number, completionTokens: number): AnswerUsage {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** One server-sent event that carries a JSON document. */
export function sseEvent(document: object): string {
  return `data: ${JSON.stringify(document)}\n\n`;
}

/** The event that ends every stream of OpenAI's API. */
export const SSE_DONE = "data: [DONE]\n\n";

/** A piece of a streamed answer. */
export function deltaEvent(
  answer: AnswerIdentity,
  delta: object,
  finish: FinishReason | null = null,
): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return sseEvent({ ...answer, object: "chat.completion.chunk", choices });
}

/** The last piece of a streamed answer for a client that asked for usage. */
export function usageEvent(answer: AnswerIdentity, usage: object): string {
  return sseEvent({ ...answer, object: "chat.completion.chunk", choices: [], usage });
}
