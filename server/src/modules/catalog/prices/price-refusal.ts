import { LIMITS } from "@stoa/contract";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PriceChange } from "./price-store.ts";

/** `1 December 2026, 00:00 UTC`. */
function inWords(moment: Date): string {
  const day = moment.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return `${day}, ${moment.toISOString().slice(11, 16)} UTC`;
}

/** The refusal of a price, in words for its developer; undefined where it was taken. */
export function priceRefusal({ outcome, moment }: PriceChange): AppError | undefined {
  const words = {
    rise_is_coming: `A rise is announced for ${inWords(moment)} already. Until then it can be lowered or withdrawn, and not be made higher.`,
    risen_this_month: `A price can rise once a month, and a rise was announced this month already. The next one can be announced from ${inWords(moment)} on and holds ${LIMITS.priceRiseNoticeDays} days later.`,
  };
  if (outcome !== "rise_is_coming" && outcome !== "risen_this_month") return undefined;
  const message = words[outcome];
  return new AppError(409, "conflict", message, { errors: [{ field: "price_per_token", message }] });
}
