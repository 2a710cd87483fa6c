/** The prices of a model's tokens, in nano-USD per 1M tokens. */
export interface TokenPrices {
  promptNano: bigint;
  /** Prompt tokens that the provider read from its cache. */
  cachedPromptNano: bigint;
  /** Prompt tokens that the provider wrote to its cache. */
  cacheWriteNano: bigint;
  /** Includes hidden reasoning. */
  completionNano: bigint;
}

/** The prices of one model, and its token limits. */
export interface ModelRate extends TokenPrices {
  /** Prices of all tokens of a call whose prompt has more than `above` tokens. */
  longPrompt?: TokenPrices & { above: number };
  /** The maximum number of prompt tokens that one image can cost. */
  imageTokens: number;
  /** Whether the model reasons, which uses completion tokens before the first visible one. */
  reasons: boolean;
  /** The limit on prompt and completion tokens together. The provider refuses a longer prompt free of charge. */
  contextWindow?: number;
  /** Set if the model creates vectors and does not answer prompts. */
  embeds?: true;
}

const NANO_DIGITS = 9;

/**
 * Parses an amount in US dollars ("0.15") into nano-USD.
 * @throws RangeError if `text` is not a plain decimal with at most 9 digits after the point.
 */
export function parseUsd(text: string): bigint {
  const match = /^(\d{1,7})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (match === null) throw new RangeError(`"${text}" is not an amount of US dollars such as 2.50`);
  const [, whole = "0", fraction = ""] = match;
  return BigInt(whole + fraction.padEnd(NANO_DIGITS, "0"));
}

/**
 * The maximum tokens per image of an unknown model. It is above the 3,779 tokens of the most expensive model with
 * patch pricing (1,536 patches x 2.46), so that a reservation is not too small.
 */
export const UNKNOWN_IMAGE_TOKENS = 4_000;

/** Returns the prices of a model with two configured rates. Cache reads and writes cost the full prompt price. */
export function createTokenPrices(promptNano: bigint, completionNano: bigint): TokenPrices {
  return { promptNano, cachedPromptNano: promptNano, cacheWriteNano: promptNano, completionNano };
}

/** A row of a price list, in US dollars per 1M tokens. If a cache price is missing, the prompt price applies. */
export interface ListedPrices {
  prompt: string;
  cached?: string;
  cacheWrite?: string;
  completion: string;
}

/** Returns the token prices of a row. */
export function toTokenPrices({ prompt, cached, cacheWrite, completion }: ListedPrices): TokenPrices {
  return {
    promptNano: parseUsd(prompt),
    cachedPromptNano: parseUsd(cached ?? prompt),
    cacheWriteNano: parseUsd(cacheWrite ?? prompt),
    completionNano: parseUsd(completion),
  };
}

/** stoa-basic runs inside the server and costs its operator no tokens. */
export const FREE_RATE: ModelRate = { ...createTokenPrices(0n, 0n), imageTokens: 0, reasons: false };
