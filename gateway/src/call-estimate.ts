import type { CallEstimate } from "./budget.ts";
import { type ChatMessage, type ChatRequest, countImages, getTexts } from "./chat-request.ts";
import { computeHighestCostNano, findHighest } from "./cost.ts";
import type { ResolvedModel } from "./model-catalog.ts";
import type { ModelRate } from "./rates/model-rate.ts";
import { countTexts, estimateMaxTokens } from "./text-tokens.ts";

/** Tokens for the role and separators of one message, and for the start of the answer, as OpenAI counts them. */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_OF_ANSWER_START = 3;
/** Tokens that a provider adds around a function, in addition to the function's JSON. */
const TOKENS_PER_FUNCTION = 16;

/** The default limit on an answer, about 3,000 words. Agents that want longer answers set a limit. */
const DEFAULT_COMPLETION_TOKENS = 4_096;
/**
 * The default limit for reasoning models, which reason within the same limit. With fewer tokens, the visible answer is
 * often empty.
 */
const DEFAULT_REASONING_TOKENS = 16_384;

/** The size of a request's prompt, independent of the model. */
export interface PromptSize {
  textTokens: number;
  images: number;
}

/**
 * The number of characters of a prompt whose tokens are counted, from the beginning. For the rest, an upper bound is
 * used, because counting 4 MB of prose takes a thread 0.4 s.
 */
const COUNTED_PROMPT_CHARS = 4_194_304;
/** English has 4 to 5 bytes per token. */
const BYTES_PER_TOKEN = 4;

/**
 * The parts of a prompt that are counted, and the tokens that are added for roles, separators and functions.
 */
interface PromptParts {
  texts: string[];
  frameTokens: number;
  images: number;
}

function addMessage(parts: PromptParts, message: ChatMessage): void {
  parts.frameTokens += TOKENS_PER_MESSAGE;
  parts.images += countImages(message.content);
  for (const text of getTexts(message.content)) parts.texts.push(text);
  if (message.name !== undefined) {
    parts.frameTokens += 1;
    parts.texts.push(message.name);
  }
  if (message.role !== "assistant") return;
  for (const { function: called } of message.tool_calls ?? []) {
    parts.frameTokens += TOKENS_PER_FUNCTION;
    parts.texts.push(called.name, called.arguments);
  }
}

function splitPrompt(request: ChatRequest): PromptParts {
  const parts: PromptParts = { texts: [], frameTokens: TOKENS_OF_ANSWER_START, images: 0 };
  for (const message of request.messages) addMessage(parts, message);
  const functions: object[] = (request.tools ?? []).map((tool) => tool.function);
  if (request.response_format?.type === "json_schema") functions.push(request.response_format.json_schema);
  for (const each of functions) {
    parts.frameTokens += TOKENS_PER_FUNCTION;
    parts.texts.push(JSON.stringify(each));
  }
  return parts;
}

/**
 * Returns the size of a request's prompt. Its text is counted in o200k tokens. Tools and schemas get an upper bound,
 * because each provider renders them differently. Threads count long prompts and alternate between owners.
 * @throws TooMuchWork if too much of the owner's work is waiting, WorkFailed if counting takes too long.
 */
export async function measurePrompt(request: ChatRequest, owner: string): Promise<PromptSize> {
  const { texts, frameTokens, images } = splitPrompt(request);
  let left = COUNTED_PROMPT_CHARS;
  let bound = 0;
  const counted: string[] = [];
  for (const text of texts) {
    if (text.length > left) bound += estimateMaxTokens(text);
    else counted.push(text);
    left -= Math.min(left, text.length);
  }
  return { textTokens: frameTokens + bound + (await countTexts(counted, owner)), images };
}

/** Estimates the size of a prompt from its length. Use it only for figures that do not affect any charge. */
export function estimateSize(request: ChatRequest): PromptSize {
  const { texts, frameTokens, images } = splitPrompt(request);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { textTokens: frameTokens + Math.ceil(bytes / BYTES_PER_TOKEN), images };
}

/**
 * Returns the number of prompt tokens for a model, with an upper bound for images. The result is at most the model's
 * context window, because a model refuses a longer prompt free of charge.
 */
export function countPromptTokens({ textTokens, images }: PromptSize, rate: ModelRate): number {
  return Math.min(textTokens + images * rate.imageTokens, rate.contextWindow ?? Number.POSITIVE_INFINITY);
}

/**
 * Returns the completion limit that the request sets, or a default; at most the model's context window.
 */
export function computeCompletionLimit(request: ChatRequest, rate: ModelRate): number {
  const requestedLimits = [request.max_completion_tokens, request.max_tokens].filter(
    (most) => typeof most === "number",
  );
  const defaultTokens = rate.reasons ? DEFAULT_REASONING_TOKENS : DEFAULT_COMPLETION_TOKENS;
  return Math.min(
    ...(requestedLimits.length > 0 ? requestedLimits : [defaultTokens]),
    rate.contextWindow ?? Number.POSITIVE_INFINITY,
  );
}

/**
 * Returns the maximum usage of a call, whichever of its possible models answers
 * (docs/product-rules.md#call-reservation).
 */
export function estimateCall(
  request: ChatRequest,
  size: PromptSize,
  models: readonly ResolvedModel[],
): CallEstimate {
  const uses = models.map(({ rate }) => {
    const promptTokens = countPromptTokens(size, rate);
    const completionTokens = computeCompletionLimit(request, rate);
    return {
      promptTokens,
      completionTokens,
      costNano: computeHighestCostNano(rate, promptTokens, completionTokens),
    };
  });
  return {
    promptTokens: Math.max(...uses.map((use) => use.promptTokens)),
    completionTokens: Math.max(...uses.map((use) => use.completionTokens)),
    costNano: findHighest(uses.map((use) => use.costNano)),
  };
}
