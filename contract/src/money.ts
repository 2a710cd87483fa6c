/**
 * Money inside Stoa is integer nano-USD (1e-9 USD) as `bigint`; JSON carries plain numbers in USD.
 * Below 8 million USD every micro-dollar survives the way through a JSON number.
 */
export const NANO_PER_USD = 1_000_000_000n;

/** Nano-USD in one micro-USD, the step of an agent's price per token (0.000001 USD). */
export const NANO_PER_MICRO_USD = 1_000n;

/** Nano-USD as a JSON number in USD. */
export function nanoToUsd(nano: bigint): number {
  return Number(nanoToDecimal(nano));
}

/** Nano-USD as an exact decimal text in USD without trailing zeros: `1500000n` -> "0.0015". */
export function nanoToDecimal(nano: bigint): string {
  const sign = nano < 0n ? "-" : "";
  const digits = (nano < 0n ? -nano : nano).toString().padStart(10, "0");
  const fraction = digits.slice(-9).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -9)}${fraction ? `.${fraction}` : ""}`;
}

/**
 * A USD number from JSON as nano-USD, rounded to the nearest nano-dollar (JSON numbers are binary fractions).
 * @throws RangeError when the number is not finite or passes 8 million USD, where nano-dollars stop being exact.
 */
export function usdToNano(usd: number): bigint {
  if (!Number.isFinite(usd) || Math.abs(usd) > 8_000_000) throw new RangeError("amount out of range");
  return BigInt(usd.toFixed(9).replace(".", ""));
}

/** Whether a USD number is a whole count of micro-USD, as every price per token must be. */
export function isWholeMicroUsd(usd: number): boolean {
  const micro = usd * 1e6;
  return Math.abs(micro - Math.round(micro)) < 1e-6;
}
