import type { PriceAdvice } from "@stoa/contract/catalog";
import { LIMITS } from "@stoa/contract/limits";
import { getEarningsPer1000 } from "@stoa/contract/price-advice";
import { formatPricePerMillion, formatUsdFull } from "../../lib/format.ts";

/** Formats an amount in USD that may be far below one cent. */
function formatSmall(usd: number): string {
  return `$${Number(usd.toPrecision(2)).toFixed(6).replace(/0+$/, "").replace(/\.$/, "")}`;
}

/** Describes the developer's earnings at the typed price; undefined if the text is not a valid price. */
export function previewEarnings(typed: unknown, advice: PriceAdvice): string | undefined {
  const price = Number(typed);
  if (typed === "" || !Number.isFinite(price) || price < 0) return undefined;
  const earned = getEarningsPer1000(price, advice);
  if (earned < 0)
    return `You pay about ${formatSmall(-earned)} per 1,000 tokens: the model costs more than this price brings in.`;
  return `You earn about ${formatSmall(earned)} per 1,000 tokens after model cost and fee.`;
}

/** Returns whether the models of the file can cost more than the typed price. */
export function isBelowCost(typed: unknown, advice: PriceAdvice): boolean {
  const price = Number(typed);
  return typed !== "" && Number.isFinite(price) && price >= 0 && price < advice.lowest_price_per_token;
}

/** Returns whether the developer must confirm a price before it is saved. */
export function needsConfirmation(price: number): boolean {
  return price > LIMITS.unconfirmedPriceUsdPerToken;
}

/** Explains a price to a developer who must confirm it. */
export function describeHighPrice(price: number): string {
  return `At ${formatPricePerMillion(price)} per 1M tokens, a run of 1,000 tokens, about a page of text, costs ${formatUsdFull(price * 1000)}. That is unusually high.`;
}

/** Returns the price as buyers see it; undefined if the typed text is not a price. */
export function previewPrice(typed: unknown): string | undefined {
  if (typed === "") return undefined;
  const price = Number(typed);
  if (!Number.isFinite(price) || price < 0) return undefined;
  return `Buyers see ${price === 0 ? "Free" : `${formatPricePerMillion(price)} / 1M tokens`}`;
}
