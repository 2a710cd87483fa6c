import { type ListedPrices, type ModelRate, toTokenPrices } from "./model-rate.ts";

/** The maximum number of tokens of an image: 8 tiles of 170 tokens, plus a base of 85. */
const TILED = 85 + 8 * 170;
/** gpt-4o-mini prices the same tiles at 5,667 tokens, plus a base of 2,833. */
const TILED_MINI = 2_833 + 8 * 5_667;
/** Returns the maximum tokens of an image priced by patches: 1,536 patches times the model's factor. */
const toPatches = (factor: number): number => Math.ceil(1_536 * factor);
/** From gpt-5.4 on, an image in its original detail may have 10,000 patches. */
const ORIGINAL_DETAIL = 10_000;

interface ModelShape {
  image?: number;
  reasons?: boolean;
  window?: number;
  long?: ListedPrices;
}

/** From gpt-5.4 on, prompts with more tokens than this have the long-prompt price. */
const LONG_PROMPT = 272_000;

function buildModelRate(prices: ListedPrices, shape: ModelShape = {}): ModelRate {
  const { image = TILED, reasons = false, window, long } = shape;
  return {
    ...toTokenPrices(prices),
    ...(long === undefined ? {} : { longPrompt: { ...toTokenPrices(long), above: LONG_PROMPT } }),
    imageTokens: image,
    reasons,
    ...(window === undefined ? {} : { contextWindow: window }),
  };
}

/** Returns the rate of a reasoning model in the GPT-5 line. */
const buildReasoningRate = (prompt: string, cached: string, completion: string, image = TILED): ModelRate =>
  buildModelRate({ prompt, cached, completion }, { reasons: true, image, window: 400_000 });

function buildEmbeddingRate(prompt: string): ModelRate {
  return { ...toTokenPrices({ prompt, completion: "0" }), imageTokens: 0, reasons: false, embeds: true };
}

const NEWEST = { image: ORIGINAL_DETAIL, reasons: true, window: 1_050_000 };

/**
 * The `default` model if the operator sets a key and names no model. It is inexpensive, available to every account, and
 * accepts what agents usually send: a temperature, a token limit, tools. The newest models cost ten times as much.
 */
export const OPENAI_DEFAULT_MODEL = "gpt-4o-mini";

/**
 * OpenAI's public list prices (https://developers.openai.com/api/docs/pricing, standard tier), USD per 1M tokens. The
 * page itself could not be opened; the rows come from published copies: gpt-6 and gpt-6.1 from 2026-09-22 to
 * 2026-10-27, gpt-5.4 and gpt-5.5 from 2026-06-04, older ones from the end of 2025. gpt-5.6 is left out because its
 * price dropped since the last copy. An operator's models file overrides these prices.
 */
export const OPENAI_RATES: ReadonlyMap<string, ModelRate> = new Map([
  [
    "gpt-6.1-sol",
    buildModelRate(
      { prompt: "2", cached: "0.10", cacheWrite: "2.50", completion: "10" },
      { ...NEWEST, long: { prompt: "4", cached: "0.20", cacheWrite: "5", completion: "15" } },
    ),
  ],
  [
    "gpt-6.1-terra",
    buildModelRate(
      { prompt: "1", cached: "0.05", cacheWrite: "1.25", completion: "5" },
      { ...NEWEST, long: { prompt: "2", cached: "0.10", cacheWrite: "2.50", completion: "7.50" } },
    ),
  ],
  [
    "gpt-6-sol",
    buildModelRate(
      { prompt: "2", cached: "0.20", cacheWrite: "2.50", completion: "10" },
      { ...NEWEST, long: { prompt: "4", cached: "0.40", cacheWrite: "5", completion: "15" } },
    ),
  ],
  [
    "gpt-6-luna",
    buildModelRate(
      { prompt: "0.10", cached: "0.01", cacheWrite: "0.125", completion: "0.50" },
      { ...NEWEST, long: { prompt: "0.20", cached: "0.02", cacheWrite: "0.25", completion: "0.75" } },
    ),
  ],
  [
    "gpt-5.5",
    buildModelRate(
      { prompt: "5", cached: "0.50", completion: "30" },
      { ...NEWEST, long: { prompt: "10", cached: "1", completion: "45" } },
    ),
  ],
  [
    "gpt-5.4",
    buildModelRate(
      { prompt: "2.50", cached: "0.25", completion: "15" },
      { ...NEWEST, long: { prompt: "5", cached: "0.50", completion: "22.50" } },
    ),
  ],
  ["gpt-5.4-mini", buildReasoningRate("0.75", "0.075", "4.50", ORIGINAL_DETAIL)],
  ["gpt-5.4-nano", buildReasoningRate("0.20", "0.02", "1.25", ORIGINAL_DETAIL)],
  ["gpt-5.2", buildReasoningRate("1.75", "0.175", "14")],
  ["gpt-5.1", buildReasoningRate("1.25", "0.125", "10")],
  ["gpt-5", buildReasoningRate("1.25", "0.125", "10")],
  ["gpt-5-mini", buildReasoningRate("0.25", "0.025", "2", toPatches(1.62))],
  ["gpt-5-nano", buildReasoningRate("0.05", "0.005", "0.40", toPatches(2.46))],
  ["gpt-4.1", buildModelRate({ prompt: "2", cached: "0.50", completion: "8" }, { window: 1_047_576 })],
  [
    "gpt-4.1-mini",
    buildModelRate(
      { prompt: "0.40", cached: "0.10", completion: "1.60" },
      { image: toPatches(1.62), window: 1_047_576 },
    ),
  ],
  [
    "gpt-4.1-nano",
    buildModelRate(
      { prompt: "0.10", cached: "0.025", completion: "0.40" },
      { image: toPatches(2.46), window: 1_047_576 },
    ),
  ],
  ["gpt-4o", buildModelRate({ prompt: "2.50", cached: "1.25", completion: "10" }, { window: 128_000 })],
  [
    "gpt-4o-mini",
    buildModelRate(
      { prompt: "0.15", cached: "0.075", completion: "0.60" },
      { image: TILED_MINI, window: 128_000 },
    ),
  ],
  [
    "o4-mini",
    buildModelRate(
      { prompt: "1.10", cached: "0.275", completion: "4.40" },
      { image: toPatches(1.72), reasons: true, window: 200_000 },
    ),
  ],
  [
    "o3",
    buildModelRate({ prompt: "2", cached: "0.50", completion: "8" }, { reasons: true, window: 200_000 }),
  ],
  [
    "o3-mini",
    buildModelRate(
      { prompt: "1.10", cached: "0.55", completion: "4.40" },
      { reasons: true, window: 200_000 },
    ),
  ],
  [
    "o1",
    buildModelRate({ prompt: "15", cached: "7.50", completion: "60" }, { reasons: true, window: 200_000 }),
  ],
  ["gpt-4-turbo", buildModelRate({ prompt: "10", completion: "30" }, { window: 128_000 })],
  ["gpt-4", buildModelRate({ prompt: "30", completion: "60" }, { window: 8_192 })],
  ["gpt-3.5-turbo", buildModelRate({ prompt: "0.50", completion: "1.50" }, { window: 16_385 })],
  ["text-embedding-3-small", buildEmbeddingRate("0.02")],
  ["text-embedding-3-large", buildEmbeddingRate("0.13")],
  ["text-embedding-ada-002", buildEmbeddingRate("0.10")],
]);
