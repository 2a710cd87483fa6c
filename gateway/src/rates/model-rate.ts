/** What a provider charges, in nano-USD per 1M tokens. */
export interface TokenPrices {
  promptNano: bigint;
  /** Prompt tokens that the provider read from its cache. */
  cachedPromptNano: bigint;
  /** Prompt tokens that the provider wrote to its cache. */
  cacheWriteNano: bigint;
  /** Hidden reasoning included. */
  completionNano: bigint;
}

/** What a provider charges for one model, and how its tokens are bounded. */
export interface ModelRate extends TokenPrices {
  /** Prices of every token of a call whose prompt has more tokens than `above`. */
  longPrompt?: TokenPrices & { above: number };
  /** The most prompt tokens that one image can cost. */
  imageTokens: number;
  /** Reasoning models spend completion tokens before the first visible one. */
  reasons: boolean;
  /** Prompt and completion tokens that the model takes; a longer prompt is refused by the provider, unpaid. */
  contextWindow?: number;
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
export const UNKNOWN_IMAGE_TOKENS = 4_000;

/** Prices of a model that the operator named with two of them: cached tokens and writes at the full price. */
export function twoPrices(promptNano: bigint, completionNano: bigint): TokenPrices {
  return { promptNano, cachedPromptNano: promptNano, cacheWriteNano: promptNano, completionNano };
}

/** A row of a price list: US dollars per 1M tokens. Where no price for a cache is listed, the prompt's holds. */
export interface ListedPrices {
  prompt: string;
  cached?: string;
  cacheWrite?: string;
  completion: string;
}

/** The prices of a row. */
export function listed({ prompt, cached, cacheWrite, completion }: ListedPrices): TokenPrices {
  return {
    promptNano: parseUsd(prompt),
    cachedPromptNano: parseUsd(cached ?? prompt),
    cacheWriteNano: parseUsd(cacheWrite ?? prompt),
    completionNano: parseUsd(completion),
  };
}

/** stoa-basic runs inside the server and costs its operator no tokens. */
export const FREE_RATE: ModelRate = { ...twoPrices(0n, 0n), imageTokens: 0, reasons: false };
