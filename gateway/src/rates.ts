/** What a provider charges for one model. */
export interface ModelRate {
  /** Nano-USD per 1M prompt tokens. */
  promptNano: bigint;
  /** Nano-USD per 1M prompt tokens that the provider read from its cache. */
  cachedPromptNano: bigint;
  /** Nano-USD per 1M completion tokens, hidden reasoning included. */
  completionNano: bigint;
  /** The most prompt tokens that one image can cost. */
  imageTokens: number;
  /** Reasoning models spend completion tokens before the first visible one. */
  reasons: boolean;
  /** Turns texts into vectors and answers no questions. */
  embeds?: true;
}

const NANO_DIGITS = 9;

/**
 * Parses a decimal of US dollars ("0.15") into nano-USD.
 * @throws RangeError when it is no plain decimal with at most 9 digits after the point.
 */
export function parseUsd(text: string): bigint {
  const match = /^(\d{1,7})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (match === null) throw new RangeError(`"${text}" is no amount of US dollars such as 2.50`);
  const [, whole = "0", fraction = ""] = match;
  return BigInt(whole + fraction.padEnd(NANO_DIGITS, "0"));
}

/**
 * The bound on one image for a model we know nothing about: above the 3,779 tokens of the dearest
 * patch-priced model (1,536 patches x 2.46), so that a reservation is not too small.
 */
const UNKNOWN_IMAGE_TOKENS = 4_000;

/** The rate of a model that the operator named with its two prices, cached tokens at the full price. */
export function operatorRate(promptNano: bigint, completionNano: bigint): ModelRate {
  return {
    promptNano,
    cachedPromptNano: promptNano,
    completionNano,
    imageTokens: UNKNOWN_IMAGE_TOKENS,
    reasons: false,
  };
}

/** Tiles of 170 tokens, at most 8 of them, on a base of 85. */
const TILED = 85 + 8 * 170;
/** gpt-4o-mini prices the same tiles at 5,667 tokens on a base of 2,833. */
const TILED_MINI = 2_833 + 8 * 5_667;
/** At most 1,536 patches, times the model's factor. */
const patches = (factor: number): number => Math.ceil(1_536 * factor);

function rate(
  prompt: string,
  cached: string,
  completion: string,
  imageTokens: number,
  reasons = false,
): ModelRate {
  return {
    promptNano: parseUsd(prompt),
    cachedPromptNano: parseUsd(cached),
    completionNano: parseUsd(completion),
    imageTokens,
    reasons,
  };
}

function embeddingRate(prompt: string): ModelRate {
  return { ...rate(prompt, prompt, "0", 0), embeds: true };
}

/**
 * OpenAI's public list prices (openai.com/api/pricing, standard tier, end of 2025), USD per 1M tokens:
 * prompt, cached prompt, completion. An operator with other prices or newer models sets `STOA_MODELS`.
 */
export const OPENAI_RATES: ReadonlyMap<string, ModelRate> = new Map([
  ["gpt-5.2", rate("1.75", "0.175", "14", TILED, true)],
  ["gpt-5.1", rate("1.25", "0.125", "10", TILED, true)],
  ["gpt-5", rate("1.25", "0.125", "10", TILED, true)],
  ["gpt-5-mini", rate("0.25", "0.025", "2", patches(1.62), true)],
  ["gpt-5-nano", rate("0.05", "0.005", "0.40", patches(2.46), true)],
  ["gpt-4.1", rate("2", "0.50", "8", TILED)],
  ["gpt-4.1-mini", rate("0.40", "0.10", "1.60", patches(1.62))],
  ["gpt-4.1-nano", rate("0.10", "0.025", "0.40", patches(2.46))],
  ["gpt-4o", rate("2.50", "1.25", "10", TILED)],
  ["gpt-4o-mini", rate("0.15", "0.075", "0.60", TILED_MINI)],
  ["o4-mini", rate("1.10", "0.275", "4.40", patches(1.72), true)],
  ["o3", rate("2", "0.50", "8", TILED, true)],
  ["o3-mini", rate("1.10", "0.55", "4.40", TILED, true)],
  ["o1", rate("15", "7.50", "60", TILED, true)],
  ["gpt-4-turbo", rate("10", "10", "30", TILED)],
  ["gpt-4", rate("30", "30", "60", TILED)],
  ["gpt-3.5-turbo", rate("0.50", "0.50", "1.50", TILED)],
  ["text-embedding-3-small", embeddingRate("0.02")],
  ["text-embedding-3-large", embeddingRate("0.13")],
  ["text-embedding-ada-002", embeddingRate("0.10")],
]);

/** stoa-basic runs inside the server and costs its operator no tokens. */
export const FREE_RATE: ModelRate = {
  promptNano: 0n,
  cachedPromptNano: 0n,
  completionNano: 0n,
  imageTokens: 0,
  reasons: false,
};
