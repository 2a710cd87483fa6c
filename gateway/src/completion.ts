import { randomUUID } from "node:crypto";

/** The reason why an answer ended. */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter";

/** A function call in an answer. */
export interface FunctionCall {
  name: string;
  arguments: string;
}

/** Token counts, as reported in an answer. */
export interface AnswerUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** The fields that identify an answer in each of its chunks. */
export interface AnswerIdentity {
  id: string;
  created: number;
  model: string;
}

/** Creates the identity of a new answer by the given model. */
export function createAnswer(model: string): AnswerIdentity {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1_000), model };
}

export function answerUsage(promptTokens: number, completionTokens: number): AnswerUsage {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** Returns a server-sent event with a JSON document. */
export function formatSseEvent(document: object): string {
  return `data: ${JSON.stringify(document)}\n\n`;
}

/** The event that ends every stream of OpenAI's API. */
export const SSE_DONE = "data: [DONE]\n\n";

/** Returns a chunk of a streamed answer. */
export function formatDeltaEvent(
  answer: AnswerIdentity,
  delta: object,
  finish: FinishReason | null = null,
): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return formatSseEvent({ ...answer, object: "chat.completion.chunk", choices });
}

/** Returns the last chunk of a streamed answer for a client that requested usage. */
export function formatUsageEvent(answer: AnswerIdentity, usage: object): string {
  return formatSseEvent({ ...answer, object: "chat.completion.chunk", choices: [], usage });
}
