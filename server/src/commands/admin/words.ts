import { nanoToDecimal } from "@stoa/contract";

export const usd = (nano: bigint) => `${nanoToDecimal(nano)} USD`;

/** `1 run`, `3 runs`. */
export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** A moment to the second, UTC. */
export const moment = (at: Date) => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** Names and values in two columns. */
export function table(rows: readonly (readonly [name: string, value: string | undefined])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(width)}${value}`]));
}

/** Names are strangers' words: none of them may move the cursor or turn the line around. */
export function printable(line: string): string {
  return line.replaceAll(/\p{C}/gu, "\u{fffd}");
}
