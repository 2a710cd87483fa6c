import { nanoToDecimal } from "@stoa/contract";

export const formatUsd = (nano: bigint) => `${nanoToDecimal(nano)} USD`;

/** Formats a number with its noun: `1 run`, `3 runs`. */
export const formatCount = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Formats a moment in UTC, to the second. */
export const formatMoment = (at: Date) => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** Formats names and values as lines of two columns. Leaves out names without a value. */
export function renderTable(rows: readonly (readonly [name: string, value: string | undefined])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(width)}${value}`]));
}

/**
 * Replaces control characters, which could move the cursor or reverse the line, because names and reasons come from
 * users.
 */
export function toPrintable(line: string): string {
  return line.replaceAll(/\p{C}/gu, "\u{fffd}");
}
