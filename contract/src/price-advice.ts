import type { PriceAdvice } from "./catalog.ts";

/**
 * The price that is suggested for an agent that calls no model, in USD per token: 10 USD per 1M tokens. An answer of a
 * page then costs about a cent.
 */
export const SUGGESTED_PRICE_WITHOUT_MODELS = 0.00001;

/** Of four tokens of a usual call, so many are the prompt's: a question comes with instructions and history. */
export const USUAL_PROMPT_TOKENS_OF_4 = 3;

/**
 * Returns what a developer earns per 1,000 tokens at a price, in USD: their share of what is left after model cost.
 * Below 0 it is what the models cost more than the price brings in, which the developer sponsors.
 */
export function earningsPer1000(
  pricePerToken: number,
  { model_cost_per_1000_tokens: cost, share_percent: share }: PriceAdvice,
): number {
  const left = pricePerToken * 1000 - cost;
  return left > 0 ? (left * share) / 100 : left;
}
