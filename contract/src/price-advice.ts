import type { PriceAdvice } from "./catalog.ts";

/**
 * The suggested price of an agent that does not call models, in USD per token: 10 USD per 1M tokens. At this price, a
 * one-page answer costs about a cent.
 */
export const SUGGESTED_PRICE_WITHOUT_MODELS = 0.00001;

/** How many of four tokens in a typical call are prompt tokens. A prompt includes instructions and history. */
export const USUAL_PROMPT_TOKENS_OF_4 = 3;

/**
 * Returns a developer's earnings per 1,000 tokens at a price, in USD: their share of the price minus model cost. A
 * negative result is the model cost that the price does not cover, which the developer pays.
 */
export function getEarningsPer1000(
  pricePerToken: number,
  { model_cost_per_1000_tokens: cost, share_percent: share }: PriceAdvice,
): number {
  const left = pricePerToken * 1000 - cost;
  return left > 0 ? (left * share) / 100 : left;
}
