import { LIMITS, NANO_PER_MICRO_USD } from "@stoa/contract";

/** A price from JSON, already known to be whole micro-USD (reading 15), in nano-USD per token. */
export function priceToNano(usdPerToken: number): bigint {
  return BigInt(Math.round(usdPerToken * 1e6)) * NANO_PER_MICRO_USD;
}

/** The cap on one run's cost, nano-USD: the developer's, or the price of 20,000 tokens (reading 17). */
export function effectiveCap(maxCostPerRun: bigint | null, pricePerToken: bigint): bigint {
  return maxCostPerRun ?? pricePerToken * BigInt(LIMITS.defaultCapTokens);
}
