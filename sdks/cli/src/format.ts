/** Returns an amount with all its digits, at least cents: "0.00042 USD". */
export function formatUsd(amount: number): string {
  const [whole = "0", fraction = ""] = amount.toFixed(9).split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")} USD`;
}

/** Returns a price in the unit in which people compare prices: "10 USD per 1M tokens". */
export function formatPrice(usdPerToken: number): string {
  if (usdPerToken === 0) return "free";
  return `${Number((usdPerToken * 1e6).toFixed(6))} USD per 1M tokens`;
}

/** Returns a duration: "0.8 s". */
export const formatSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** Returns a size: "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns a time in UTC: "2026-05-04 12:30:59". */
export const formatTime = (timestamp: string): string => timestamp.slice(0, 19).replace("T", " ");

/** Returns a count with its unit: "1 token", "2 tokens". */
export const formatCount = (count: number, unit: string): string =>
  `${count.toLocaleString("en-US")} ${unit}${count === 1 ? "" : "s"}`;

/** Returns the beginning of a text on one line. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
