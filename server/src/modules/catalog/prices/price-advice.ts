import {
  LIMITS,
  NANO_PER_MICRO_USD,
  nanoToDecimal,
  nanoToUsd,
  PLANS,
  type PlanType,
  type PriceAdvice,
  SUGGESTED_PRICE_WITHOUT_MODELS,
  USUAL_PROMPT_TOKENS_OF_4,
} from "@stoa/contract";
import { AppError, invalidField } from "../../../platform/http/app-error.ts";
import type { OfferedModels } from "../upload/offered-models.ts";
import { toNanoPrice } from "./price.ts";

/** Looks up the rates of the models that files name. */
export type PricedModels = Pick<OfferedModels, "findModel">;

type Rates = Pick<
  NonNullable<ReturnType<OfferedModels["findModel"]>>,
  "promptRateNano" | "completionRateNano"
>;

const MILLION = 1_000_000n;

/** The price and the sponsor limit of an agent, in nano-USD per token and per run. */
export interface PriceTerms {
  pricePerToken: bigint;
  sponsorLimit: bigint;
}

/**
 * Returns the lowest price that covers every token of these models, in nano-USD per token, rounded up to a whole
 * micro-USD.
 */
export function lowestPrice(models: readonly string[], offer: PricedModels): bigint {
  let highest = 0n;
  for (const { promptRateNano, completionRateNano } of listKnownRates(models, offer))
    for (const rate of [promptRateNano, completionRateNano]) if (rate > highest) highest = rate;
  return roundUp(roundUp(highest, MILLION) / MILLION, NANO_PER_MICRO_USD);
}

/** Returns the models' usual cost, the prices that cover it, and the share that a developer on this plan gets. */
export function getPriceAdvice(models: readonly string[], plan: PlanType, offer: PricedModels): PriceAdvice {
  const lowest = lowestPrice(models, offer);
  const prompt = BigInt(USUAL_PROMPT_TOKENS_OF_4);
  let usual = 0n;
  for (const { promptRateNano, completionRateNano } of listKnownRates(models, offer)) {
    const cost = (prompt * promptRateNano + (4n - prompt) * completionRateNano) / 4n;
    if (cost > usual) usual = cost;
  }
  return {
    model_cost_per_1000_tokens: nanoToUsd(usual / 1000n),
    lowest_price_per_token: nanoToUsd(lowest),
    suggested_price_per_token: lowest > 0n ? nanoToUsd(lowest) : SUGGESTED_PRICE_WITHOUT_MODELS,
    share_percent: PLANS[plan].revenueSharePercent,
  };
}

/** Returns whether model calls are refused because the price does not cover them and the developer sponsors nothing. */
export function isBelowModelCost(
  { pricePerToken, sponsorLimit }: PriceTerms,
  models: readonly string[],
  offer: PricedModels,
): boolean {
  return sponsorLimit === 0n && pricePerToken < lowestPrice(models, offer);
}

/** @throws AppError 400 for a price that does not cover the models if the developer sponsors nothing. */
export function requirePriceAboveCost(
  terms: PriceTerms,
  models: readonly string[],
  offer: PricedModels,
): void {
  if (!isBelowModelCost(terms, models, offer)) return;
  const [price, lowest] = [terms.pricePerToken, lowestPrice(models, offer)].map(formatPerMillion);
  const message = `The models of this agent cost up to ${lowest} USD per 1M tokens, and its price is ${price} USD per 1M tokens. Its model calls would be refused. Set price_per_token to at least ${nanoToDecimal(lowestPrice(models, offer))}, or set sponsor_limit_per_run to pay the difference yourself.`;
  throw new AppError(400, "price_below_cost", message, { errors: [{ field: "price_per_token", message }] });
}

/** @throws AppError 400 for an unusually high price that the developer has not confirmed. */
export function requireConfirmedPrice(usdPerToken: number, isConfirmed: boolean): void {
  if (usdPerToken <= LIMITS.unconfirmedPriceUsdPerToken || isConfirmed) return;
  const price = formatPerMillion(toNanoPrice(usdPerToken));
  throw invalidField(
    "confirm_price",
    `This price is ${price} USD per 1M tokens, which is unusually high. A run of 1,000 tokens costs ${nanoToDecimal(toNanoPrice(usdPerToken) * 1000n)} USD. To confirm the price, send confirm_price: true.`,
  );
}

function* listKnownRates(models: readonly string[], offer: PricedModels): Generator<Rates> {
  for (const name of models) {
    const rates = offer.findModel(name);
    if (rates) yield rates;
  }
}

function formatPerMillion(nanoPerToken: bigint): string {
  return nanoToDecimal(nanoPerToken * MILLION);
}

function roundUp(value: bigint, step: bigint): bigint {
  return ((value + step - 1n) / step) * step;
}
