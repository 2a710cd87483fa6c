import { LIMITS, SCREEN } from "@stoa/contract/limits";
import { createUsageError } from "./errors.ts";

/** The steps of prices in USD per 1M tokens, which is the unit of `--price`. */
const STEP = Math.round(SCREEN.priceStep * SCREEN.tokensPerPriceUnit);
/** Prices above this one, in USD per 1M tokens, are probably mistakes. */
const HIGHEST_USUAL_PRICE = Math.round(LIMITS.unconfirmedPriceUsdPerToken * SCREEN.tokensPerPriceUnit);

/** The price of a new agent. */
export interface ListingPrice {
  usdPerToken: number;
  /** Whether the server accepts it only if it is confirmed. */
  isUnusual: boolean;
}

/**
 * Reads a price in USD per 1M tokens. Moves the decimal point instead of dividing, so that no digit changes.
 * @throws CliError if it is not a decimal number, or not a multiple of the step
 */
export function parsePrice(perMillion: string): ListingPrice {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(perMillion) || Number(perMillion) % STEP !== 0)
    throw createUsageError(
      `--price ${perMillion}: write USD per 1M tokens in steps of ${STEP} USD, such as 10; 0 is free`,
    );
  return {
    usdPerToken: Number(`${perMillion}e-6`),
    isUnusual: Number(perMillion) > HIGHEST_USUAL_PRICE,
  };
}
