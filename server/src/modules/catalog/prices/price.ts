import { LIMITS, NANO_PER_MICRO_USD } from "@stoa/contract";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PriceChange } from "./price-store.ts";

/** Converts a price from JSON, already validated as whole micro-USD, to nano-USD per token. */
export function toNanoPrice(usdPerToken: number): bigint {
  return BigInt(Math.round(usdPerToken * 1e6)) * NANO_PER_MICRO_USD;
}

/**
 * Returns the cap on one run's cost in nano-USD: the developer's cap, or the price of 20,000 tokens if there is none.
 */
export function getEffectiveCap(maxCostPerRun: bigint | null, pricePerToken: bigint): bigint {
  return maxCostPerRun ?? pricePerToken * BigInt(LIMITS.defaultCapTokens);
}

/** Returns the error for a refused price, or undefined if it was accepted. */
export function createPriceRefusal({ outcome, moment }: PriceChange): AppError | undefined {
  const messages = {
    rise_is_coming: `A price increase is already announced for ${formatMoment(moment)}. Until then you can lower or cancel it, but not raise it further.`,
    risen_this_month: `A price can be raised once a month, and an increase was already announced this month. You can announce the next one from ${formatMoment(moment)}; it takes effect ${LIMITS.priceRiseNoticeDays} days later.`,
  };
  if (outcome !== "rise_is_coming" && outcome !== "risen_this_month") return undefined;
  const message = messages[outcome];
  return new AppError(409, "conflict", message, { errors: [{ field: "price_per_token", message }] });
}

/** Formats a moment as `1 December 2026, 00:00 UTC`. */
function formatMoment(moment: Date): string {
  const day = moment.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return `${day}, ${moment.toISOString().slice(11, 16)} UTC`;
}
