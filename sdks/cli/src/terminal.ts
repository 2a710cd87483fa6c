import type { WriteStream } from "node:tty";
import pc from "picocolors";

/** Characters that could move the cursor or change the terminal, except line feeds and tabs. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;

/** Returns a text from elsewhere without the characters with which it could control the terminal. */
export const toPrintable = (text: string): string => text.replace(CONTROL_CHARACTERS, "");

/** Returns whether a person types into this program and reads what it says. */
export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Colors for text on a stream: none unless it is a terminal, and none if NO_COLOR is set (https://no-color.org). */
function createStyles(stream: WriteStream) {
  return pc.createColors(stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb");
}

export const outputStyles = createStyles(process.stdout);
export const noteStyles = createStyles(process.stderr);

/** Writes a result to standard output. On a terminal, the text cannot contain control characters. */
export function writeOutput(text: string): void {
  process.stdout.write(process.stdout.isTTY ? toPrintable(text) : text);
}

/** Writes a line of our own to standard output. Values from the server must be made printable first. */
export function printLine(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a value to standard output as JSON, for other programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes one value of a list that can grow, as a line of JSON (JSON Lines). */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Writes a line for people to standard error, so that it never mixes with the result. */
export function printNote(line = ""): void {
  process.stderr.write(`${line}\n`);
}

/** Returns rows as lines with aligned columns. The last column is not padded. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) =>
    row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join("  "),
  );
}
