import type { ErrorCode } from "@stoa/contract/errors";
import type { RunStatus } from "@stoa/contract/run-status";
import { Badge } from "./badge.tsx";
import { getRunStatusLabel } from "./run-receipt-labels.ts";

/**
 * Shows a run's status. A stopped run is not an error, and a provider's failure is not the agent's. All other
 * failures are errors.
 */
export function RunStatusBadge({ status, error }: RunStatusBadgeProps) {
  return <Badge tone={chooseTone(status, error)}>{getRunStatusLabel(status, error)}</Badge>;
}

interface RunStatusBadgeProps {
  readonly status: RunStatus;
  readonly error: ErrorCode | null;
}

function chooseTone(status: RunStatus, error: ErrorCode | null): "ok" | "neutral" | "warn" | "danger" {
  if (status === "completed") return "ok";
  if (status === "cancelled") return "neutral";
  return error === "provider_unavailable" ? "warn" : "danger";
}
