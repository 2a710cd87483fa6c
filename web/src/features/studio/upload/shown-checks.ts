import type { InspectReply, UploadCheck } from "@stoa/contract/uploads";
import { HttpError } from "../../../lib/http-error.ts";

/** A check from any source: a response, an error, or a check in progress. */
export interface ShownCheck {
  readonly name: string;
  readonly label: string;
  readonly status: UploadCheck["status"] | "running";
  readonly detail: string;
  readonly line?: number | undefined;
  /** A script block that would fix the file. */
  readonly suggested_script?: string;
}

/**
 * Returns the checks of a refused upload, otherwise the checks of the inspected file. During an upload, the checks that
 * the inspection skipped are shown as in progress.
 */
export function getShownChecks(
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
