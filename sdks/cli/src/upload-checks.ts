import type { UploadCheck } from "@stoa/contract";
import { outputStyles, printJson, printLine, toPrintable } from "./terminal.ts";

const COLORS = {
  passed: outputStyles.green,
  warning: outputStyles.yellow,
  failed: outputStyles.red,
  skipped: outputStyles.dim,
} as const;

/** Prints each check of an upload with its result, its line in the file, and what to change. */
export function printChecks(checks: readonly UploadCheck[]): void {
  for (const { label, status, detail, line, suggested_script } of checks) {
    // Most details begin with the line.
    const place = line === undefined || detail.startsWith("Line ") ? "" : `Line ${line}: `;
    const explanation = status === "passed" || detail === "" ? "" : ` ${place}${toPrintable(detail)}`;
    printLine(`${COLORS[status](`${toPrintable(label)}: ${status}.`)}${explanation}`);
    if (suggested_script !== undefined && status !== "passed") {
      printLine("  Add this at the top of the file:");
      for (const text of suggested_script.trimEnd().split("\n")) printLine(`    ${toPrintable(text)}`);
    }
  }
}

/** Shows all checks if one of them has failed. Returns whether this is so. */
export function showFailedChecks(checks: readonly UploadCheck[], asJson: boolean): boolean {
  const failed = checks.find(({ status }) => status === "failed");
  if (failed === undefined) return false;
  if (asJson) printJson({ error: "upload_refused", detail: failed.detail, errors: [], checks });
  else printChecks(checks);
  return true;
}
