import type { InspectReply, UploadCheck } from "@stoa/contract/catalog";
import { HttpError } from "../../../lib/http-error.ts";

/** A check from any source: a response, an error, or a check in progress. */
export interface ShownCheck {
  readonly name: string;
  readonly label: string;
  readonly status: UploadCheck["status"] | "running";
  readonly detail: string;
  readonly line?: number | undefined;
}

/**
 * The known checks: of the file's syntax, then those of a refused upload. While a file is being uploaded, the checks
 * that its syntax cannot decide are in progress.
 */
export function shownChecks(
  inspection: InspectReply | undefined,
  refusal: unknown,
  uploading: boolean,
): readonly ShownCheck[] {
  const refused = refusal instanceof HttpError ? refusal.problem?.checks : undefined;
  if (refused) return refused;
  const known = inspection?.checks ?? [];
  if (!uploading) return known;
  return known.map((check) =>
    check.status === "skipped" ? { ...check, status: "running", detail: "Running" } : check,
  );
}
