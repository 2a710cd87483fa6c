import { LIMITS, NANO_PER_MICRO_USD } from "@stoa/contract";

/** Converts a price from JSON, already known to be whole micro-USD, to nano-USD per token. */
export function priceToNano(usdPerToken: number): bigint {
  return BigInt(Math.round(usdPerToken * 1e6)) * NANO_PER_MICRO_USD;
}

/** Returns the cap on one run's cost in nano-USD: the developer's, or the price of 20,000 tokens. */
export function effectiveCap(maxCostPerRun: bigint | null, pricePerToken: bigint): bigint {
  return maxCostPerRun ?? pricePerToken * BigInt(LIMITS.defaultCapTokens);
}
