import type { CallEstimate } from "./budget.ts";
import { type ChatMessage, type ChatRequest, imagesIn, textsOf } from "./chat-request.ts";
import { highest, highestCostNano } from "./cost.ts";
import type { ResolvedModel } from "./model-catalog.ts";
import type { ModelRate } from "./rates/model-rate.ts";
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

/** What a request's prompt holds, whichever model reads it. */
export interface PromptSize {
  textTokens: number;
  images: number;
}

async function messageTokens(message: ChatMessage): Promise<number> {
  let tokens = TOKENS_PER_MESSAGE;
  for (const text of textsOf(message.content)) tokens += await countText(text);
  if (message.name !== undefined) tokens += 1 + (await countText(message.name));
  if (message.role !== "assistant") return tokens;
  for (const { function: called } of message.tool_calls ?? []) {
    tokens += TOKENS_PER_FUNCTION + (await countText(called.name)) + (await countText(called.arguments));
  }
  return tokens;
}

/**
 * The size of a request's prompt, its texts counted with o200k. Tools and schemas are counted from above, since
 * each provider renders them in its own way.
 */
export async function measurePrompt(request: ChatRequest): Promise<PromptSize> {
  let tokens = TOKENS_OF_ANSWER_START;
  let images = 0;
  for (const message of request.messages) {
    tokens += await messageTokens(message);
    images += imagesIn(message.content);
  }
  for (const tool of request.tools ?? []) {
    tokens += TOKENS_PER_FUNCTION + (await countText(JSON.stringify(tool.function)));
  }
  if (request.response_format?.type === "json_schema") {
    tokens += TOKENS_PER_FUNCTION + (await countText(JSON.stringify(request.response_format.json_schema)));
  }
  return { textTokens: tokens, images };
}

/** Prompt tokens for a model, images from above. A longer prompt than its window it refuses, unpaid. */
export function promptTokensFor({ textTokens, images }: PromptSize, rate: ModelRate): number {
  return Math.min(textTokens + images * rate.imageTokens, rate.contextWindow ?? Number.POSITIVE_INFINITY);
}

/** How many completion tokens the request asks for, or a bound where it names none. */
export function wantedCompletionTokens(request: ChatRequest, rate: ModelRate): number {
  const asked = [request.max_completion_tokens, request.max_tokens].filter(
    (most) => typeof most === "number",
  );
  const wanted = rate.reasons ? DEFAULT_REASONING_TOKENS : DEFAULT_COMPLETION_TOKENS;
  return Math.min(...(asked.length > 0 ? asked : [wanted]), rate.contextWindow ?? Number.POSITIVE_INFINITY);
}

/** What a call may use at most (reading 17), whichever of the models that may answer it does. */
export function estimateCall(
  request: ChatRequest,
  size: PromptSize,
  models: readonly ResolvedModel[],
): CallEstimate {
  const uses = models.map(({ rate }) => {
    const promptTokens = promptTokensFor(size, rate);
    const completionTokens = wantedCompletionTokens(request, rate);
    return {
      promptTokens,
      completionTokens,
      costNano: highestCostNano(rate, promptTokens, completionTokens),
    };
  });
  return {
    promptTokens: Math.max(...uses.map((use) => use.promptTokens)),
    completionTokens: Math.max(...uses.map((use) => use.completionTokens)),
    costNano: highest(uses.map((use) => use.costNano)),
  };
}
