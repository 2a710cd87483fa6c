import type { UploadCheck } from "../../js/src/index.ts";
import { outputStyles, printLine, toPrintable } from "./terminal.ts";

const COLORS = {
  passed: outputStyles.green,
  warning: outputStyles.yellow,
  failed: outputStyles.red,
  skipped: outputStyles.dim,
} as const;

/** Prints each check of an upload with its result, its line in the file, and what to change. */
export function printChecks(checks: readonly UploadCheck[]): void {
  for (const { label, status, detail, line, suggested_script } of checks) {
    const place = line === undefined ? "" : `Line ${line}: `;
    const explanation = status === "passed" || detail === "" ? "" : ` ${place}${toPrintable(detail)}`;
    printLine(`${COLORS[status](`${toPrintable(label)}: ${status}.`)}${explanation}`);
    if (suggested_script !== undefined && status !== "passed") {
      printLine("  Add this at the top of the file:");
      for (const text of suggested_script.trimEnd().split("\n")) printLine(`    ${toPrintable(text)}`);
    }
  }
}
