const usd2 = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const usd4 = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});
const usd6 = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 6,
  maximumFractionDigits: 6,
});
const usdFull = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});
const usdTick = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumSignificantDigits: 3,
});
const integer = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** The text for a figure that was never measured (docs/product-rules.md#no-invented-figures). */
export const NOT_MEASURED = "–";

/** Formats USD with 2 decimals, as in the total card. */
export function formatUsd(usd: number): string {
  return usd2.format(usd);
}

/** Formats USD with 4 decimals, as in table rows and averages. */
export function formatUsdRow(usd: number): string {
  return usd4.format(usd);
}

/** Formats USD with 6 decimals, for the meter and the receipt, where the cost of single tokens is visible. */
export function formatUsdExact(usd: number): string {
  return usd6.format(usd);
}

/**
 * Formats USD with as many decimals as the amount needs, 2 to 6, so that a balance shows the micro-dollars of a run.
 */
export function formatUsdFull(usd: number): string {
  return usdFull.format(usd);
}

/** Formats USD briefly for the axis of a chart: $0.0025, $12.5, $1.2K. */
export function formatUsdTick(usd: number): string {
  return usdTick.format(usd);
}

/** Formats a price per token as a price per 1M tokens, both in USD. */
export function formatPricePerMillion(pricePerToken: number): string {
  const perMillion = Math.round(pricePerToken * 1e6 * 100) / 100;
  return perMillion >= 1000 ? `$${integer.format(perMillion)}` : usd2.format(perMillion);
}

/** Formats a whole number with separators. */
export function formatCount(count: number): string {
  return integer.format(count);
}

/** Formats a number of uses, with the suffix K above 1000. */
export function formatUses(count: number): string {
  if (count <= 1000) return integer.format(count);
  const thousands = count / 1000;
  return `${thousands >= 100 ? Math.round(thousands) : Math.round(thousands * 10) / 10}K`;
}

/** Formats seconds as rounded milliseconds. */
export function formatMilliseconds(seconds: number): string {
  return `${Math.round(seconds * 1000)} ms`;
}

/** Formats seconds for a card: one decimal, or milliseconds below one tenth of a second. */
export function formatSeconds(seconds: number): string {
  return seconds < 0.1 ? `${Math.round(seconds * 1000)}ms` : `${seconds.toFixed(1)}s`;
}

/** Formats a share from 0 to 1 as percent with one decimal. */
export function formatPercent(share: number): string {
  return `${(Math.round(share * 1000) / 10).toFixed(1)}%`;
}

/** Formats the share of a part in the whole as a rounded percentage; a dash if the whole is 0. */
export function formatRoundedShare(part: number, whole: number): string {
  return whole === 0 ? NOT_MEASURED : `${Math.round((part / whole) * 100)}%`;
}

/** Formats a count with its noun: "1 call", "2 calls". */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${integer.format(count)} ${count === 1 ? one : many}`;
}

const BYTE_UNITS = ["bytes", "KB", "MB", "GB"] as const;

/** Formats a number of bytes: "512 bytes", "1.2 KB", "40 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), BYTE_UNITS.length - 1);
  const value = bytes / 1000 ** power;
  if (power === 0) return formatPlural(bytes, "byte");
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${BYTE_UNITS[power]}`;
}
