import { type ListedPrices, type ModelRate, toTokenPrices } from "./model-rate.ts";

/**
 * The maximum number of tokens of an image. Gemini 3 uses 1,120 tokens by default. Gemini 2.5 uses tiles of 258
 * tokens, and this limit covers 4 x 4 tiles.
 */
const IMAGE_TOKENS = 4_128;
const WINDOW = 1_048_576;
/** Prompts with more tokens than this have the long-prompt price. */
const LONG_PROMPT = 200_000;

function buildGeminiRate(prices: ListedPrices, long?: ListedPrices): ModelRate {
  return {
    ...toTokenPrices(prices),
    ...(long === undefined ? {} : { longPrompt: { ...toTokenPrices(long), above: LONG_PROMPT } }),
    imageTokens: IMAGE_TOKENS,
    reasons: true,
    contextWindow: WINDOW,
  };
}

/**
 * Google's public list prices (https://ai.google.dev/gemini-api/docs/pricing, paid tier, text), USD per 1M tokens,
 * copied from that page on 2026-10-07. Cached prompts cost a tenth, the ratio listed for gemini-3-flash-preview on
 * 2026-07-04; it could not be verified for each model. gemini-3.8-flash costs twice as much from 2027-01-01 on. The
 * gateway creates no explicit cache, so nothing is charged for writes or storage.
 */
export const GOOGLE_RATES: ReadonlyMap<string, ModelRate> = new Map([
  ["gemini-3.8-flash", buildGeminiRate({ prompt: "0.75", cached: "0.075", completion: "3.75" })],
  ["gemini-3.5-flash", buildGeminiRate({ prompt: "1.50", cached: "0.15", completion: "9" })],
  ["gemini-3.5-flash-lite", buildGeminiRate({ prompt: "0.30", cached: "0.03", completion: "2.50" })],
  [
    "gemini-3.1-pro-preview",
    buildGeminiRate(
      { prompt: "2", cached: "0.20", completion: "12" },
      { prompt: "4", cached: "0.40", completion: "18" },
    ),
  ],
  ["gemini-3.1-flash-lite", buildGeminiRate({ prompt: "0.25", cached: "0.025", completion: "1.50" })],
  ["gemini-3-flash-preview", buildGeminiRate({ prompt: "0.50", cached: "0.05", completion: "3" })],
  [
    "gemini-2.5-pro",
    buildGeminiRate(
      { prompt: "1.25", cached: "0.125", completion: "10" },
      { prompt: "2.50", cached: "0.25", completion: "15" },
    ),
  ],
  ["gemini-2.5-flash", buildGeminiRate({ prompt: "0.30", cached: "0.03", completion: "2.50" })],
  ["gemini-2.5-flash-lite", buildGeminiRate({ prompt: "0.10", cached: "0.01", completion: "0.40" })],
]);
