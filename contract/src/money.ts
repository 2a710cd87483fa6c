/**
 * Amounts are integer nano-USD (1e-9 USD) as `bigint`; JSON contains plain numbers in USD. Below 8 million USD,
 * nano-USD survive the conversion to a JSON number and back.
 */
export const NANO_PER_USD = 1_000_000_000n;

/** Nano-USD per micro-USD, the smallest step of an agent's price per token (0.000001 USD). */
export const NANO_PER_MICRO_USD = 1_000n;

/** Converts nano-USD to a JSON number in USD. */
export function nanoToUsd(nano: bigint): number {
  return Number(nanoToDecimal(nano));
}

/** Converts nano-USD to an exact decimal string in USD without trailing zeros: `1500000n` -> "0.0015". */
export function nanoToDecimal(nano: bigint): string {
  const sign = nano < 0n ? "-" : "";
  const digits = (nano < 0n ? -nano : nano).toString().padStart(10, "0");
  const fraction = digits.slice(-9).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -9)}${fraction ? `.${fraction}` : ""}`;
}

/**
 * Converts a USD number from JSON to nano-USD. Rounds to a whole number, because JSON numbers are binary fractions.
 * @throws RangeError if the number is not finite or exceeds 8 million USD, above which nano-USD are not exact
 */
export function usdToNano(usd: number): bigint {
  if (!Number.isFinite(usd) || Math.abs(usd) > 8_000_000) throw new RangeError("amount out of range");
  return BigInt(usd.toFixed(9).replace(".", ""));
}

/** Returns whether a USD number is a whole number of micro-USD, as every price per token must be. */
export function isWholeMicroUsd(usd: number): boolean {
  const micro = usd * 1e6;
  return Math.abs(micro - Math.round(micro)) < 1e-6;
}
