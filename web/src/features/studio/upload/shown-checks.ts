import type { InspectReply, UploadCheck } from "@stoa/contract/catalog";
import { HttpError } from "../../../lib/http-error.ts";

/** What a check is, wherever it came from: an answer, a problem, or one that is being made. */
export interface ShownCheck {
  readonly name: string;
  readonly label: string;
  readonly status: UploadCheck["status"] | "running";
  readonly detail: string;
  readonly line?: number | undefined;
}

/**
 * The checks as far as they are known: of the file by its syntax, then those of the upload that was refused. While a file
 * is being uploaded, what its syntax could not tell is on its way.
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
