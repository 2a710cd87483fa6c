import type { ModelRate, TokenPrices } from "./rates/model-rate.ts";

/**
 * Tokens of one call, by kind. Prompt tokens read from or written to the provider's cache are included in the prompt
 * tokens.
 */
export interface TokenUsage {
  promptTokens: number;
  cachedPromptTokens: number;
  /** Absent if the provider reports none. */
  cacheWriteTokens?: number;
  completionTokens: number;
}

const RATE_UNIT = 1_000_000n;

function getPrices(rate: ModelRate, promptTokens: number): TokenPrices {
  return rate.longPrompt !== undefined && promptTokens > rate.longPrompt.above ? rate.longPrompt : rate;
}

/** Returns the provider's charge for one call in nano-USD, rounded up once. */
export function computeProviderCostNano(rate: ModelRate, usage: TokenUsage): bigint {
  const prices = getPrices(rate, usage.promptTokens);
  const cached = Math.min(usage.cachedPromptTokens, usage.promptTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.promptTokens - cached);
  const total =
    BigInt(usage.promptTokens - cached - written) * prices.promptNano +
    BigInt(cached) * prices.cachedPromptNano +
    BigInt(written) * prices.cacheWriteNano +
    BigInt(usage.completionTokens) * prices.completionNano;
  return (total + RATE_UNIT - 1n) / RATE_UNIT;
}

/**
 * Returns the highest possible cost of a call with this many tokens: a provider may write the whole prompt to its
 * cache.
 */
export function computeHighestCostNano(
  rate: ModelRate,
  promptTokens: number,
  completionTokens: number,
): bigint {
  const plain = { promptTokens, cachedPromptTokens: 0, completionTokens };
  const written = { ...plain, cacheWriteTokens: promptTokens };
  return findHighest([computeProviderCostNano(rate, plain), computeProviderCostNano(rate, written)]);
}

/** Returns the highest amount, or 0 if there are none. */
export function findHighest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, amount) => {
    if (amount > most) return amount;
    return most;
  }, 0n);
}
