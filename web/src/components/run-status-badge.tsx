import type { RunStatus } from "@stoa/contract/run-status";
import { Badge } from "./badge.tsx";
import { runStatusWord } from "./run-receipt-words.ts";

/** A run that its caller stopped is no error; every other run that did not complete is. */
export function RunStatusBadge({ status }: { readonly status: RunStatus }) {
  const tone = status === "completed" ? "ok" : status === "cancelled" ? "neutral" : "danger";
  return <Badge tone={tone}>{runStatusWord(status)}</Badge>;
}
