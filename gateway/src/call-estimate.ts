import type { CallEstimate } from "./budget.ts";
import { type ChatMessage, type ChatRequest, imagesIn, textsOf } from "./chat-request.ts";
import { providerCostNano } from "./cost.ts";
import type { ModelRate } from "./rates.ts";
import { countText } from "./text-tokens.ts";

/** Role and separators of one message, and the opening of the answer, as OpenAI counts them. */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_OF_ANSWER_START = 3;
/** The frame that a provider writes around a function, beyond its own JSON. */
const TOKENS_PER_FUNCTION = 16;

/** About 3,000 words. An agent that wants longer answers says so. */
const DEFAULT_COMPLETION_TOKENS = 4_096;
/** Reasoning is spent from the same tokens; with fewer the visible answer is often empty. */
const DEFAULT_REASONING_TOKENS = 16_384;

async function messageTokens(message: ChatMessage, imageTokens: number): Promise<number> {
  let tokens = TOKENS_PER_MESSAGE + imagesIn(message.content) * imageTokens;
  for (const text of textsOf(message.content)) tokens += await countText(text);
  if (message.name !== undefined) tokens += 1 + (await countText(message.name));
  if (message.role !== "assistant") return tokens;
  for (const { function: called } of message.tool_calls ?? []) {
    tokens += TOKENS_PER_FUNCTION + (await countText(called.name)) + (await countText(called.arguments));
  }
  return tokens;
}

/**
 * Prompt tokens of a request, counted with o200k. Tools, schemas and images are counted from above, since
 * each provider renders them in its own way.
 */
export async function countPromptTokens(request: ChatRequest, rate: ModelRate): Promise<number> {
  let tokens = TOKENS_OF_ANSWER_START;
  for (const message of request.messages) tokens += await messageTokens(message, rate.imageTokens);
  for (const tool of request.tools ?? []) {
    tokens += TOKENS_PER_FUNCTION + (await countText(JSON.stringify(tool.function)));
  }
  if (request.response_format?.type === "json_schema") {
    tokens += TOKENS_PER_FUNCTION + (await countText(JSON.stringify(request.response_format.json_schema)));
  }
  return tokens;
}

/** How many completion tokens the request asks for, or a bound where it names none. */
export function wantedCompletionTokens(request: ChatRequest, rate: ModelRate): number {
  const asked = [request.max_completion_tokens, request.max_tokens].filter(
    (most) => typeof most === "number",
  );
  if (asked.length > 0) return Math.min(...asked);
  return rate.reasons ? DEFAULT_REASONING_TOKENS : DEFAULT_COMPLETION_TOKENS;
}

/** What a call may use at most (reading 17). */
export async function estimateCall(request: ChatRequest, rate: ModelRate): Promise<CallEstimate> {
  const promptTokens = await countPromptTokens(request, rate);
  const completionTokens = wantedCompletionTokens(request, rate);
  const costNano = providerCostNano(rate, { promptTokens, cachedPromptTokens: 0, completionTokens });
  return { promptTokens, completionTokens, costNano };
}
