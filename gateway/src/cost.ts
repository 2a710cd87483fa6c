import type { ModelRate } from "./rates.ts";

/** Tokens of one call, by kind. Cached prompt tokens are part of the prompt tokens. */
export interface TokenUsage {
  promptTokens: number;
  cachedPromptTokens: number;
  completionTokens: number;
}

const RATE_UNIT = 1_000_000n;

/** What the provider charges for one call, nano-USD, rounded up once (reading 15). */
export function providerCostNano(rate: ModelRate, usage: TokenUsage): bigint {
  const cached = BigInt(Math.min(usage.cachedPromptTokens, usage.promptTokens));
  const uncached = BigInt(usage.promptTokens) - cached;
  const total =
    uncached * rate.promptNano +
    cached * rate.cachedPromptNano +
    BigInt(usage.completionTokens) * rate.completionNano;
  return (total + RATE_UNIT - 1n) / RATE_UNIT;
}
