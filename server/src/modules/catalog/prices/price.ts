import { LIMITS, NANO_PER_MICRO_USD } from "@stoa/contract";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PriceChange } from "./price-store.ts";

/** Converts a price from JSON, already known to be whole micro-USD, to nano-USD per token. */
export function priceToNano(usdPerToken: number): bigint {
  return BigInt(Math.round(usdPerToken * 1e6)) * NANO_PER_MICRO_USD;
}

/** Returns the cap on one run's cost in nano-USD: the developer's, or the price of 20,000 tokens. */
export function effectiveCap(maxCostPerRun: bigint | null, pricePerToken: bigint): bigint {
  return maxCostPerRun ?? pricePerToken * BigInt(LIMITS.defaultCapTokens);
}

/** The refusal of a price, in words for its developer; undefined where it was taken. */
export function createPriceRefusal({ outcome, moment }: PriceChange): AppError | undefined {
  const messages = {
    rise_is_coming: `A rise is announced for ${formatMoment(moment)} already. Until then it can be lowered or withdrawn, and not be made higher.`,
    risen_this_month: `A price can rise once a month, and a rise was announced this month already. The next one can be announced from ${formatMoment(moment)} on and holds ${LIMITS.priceRiseNoticeDays} days later.`,
  };
  if (outcome !== "rise_is_coming" && outcome !== "risen_this_month") return undefined;
  const message = messages[outcome];
  return new AppError(409, "conflict", message, { errors: [{ field: "price_per_token", message }] });
}

/** `1 December 2026, 00:00 UTC`. */
function formatMoment(moment: Date): string {
  const day = moment.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return `${day}, ${moment.toISOString().slice(11, 16)} UTC`;
}
