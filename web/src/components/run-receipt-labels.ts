import type { ErrorCode } from "@stoa/contract/errors";
import type { RunStatus } from "@stoa/contract/run-status";
import type { ExecutionResult } from "@stoa/contract/runs";

/**
 * Returns how a run ended in a word or two. A failure of the provider has its own label; any other failure is an error.
 */
export function getRunStatusLabel(status: RunStatus, error: ErrorCode | null = null): string {
  if (status === "completed") return "Success";
  if (error === "provider_unavailable") return "Provider unavailable";
  return status === "cancelled" ? "Stopped" : "Error";
}

/**
 * Returns the note below a receipt: why a failed run was charged or free, or why the output may be incomplete. Returns
 * undefined for any other run.
 */
export function getReceiptNote({
  stop_reason,
  success,
  total_cost,
  failure_charge,
}: ExecutionResult): string | undefined {
  if (failure_charge !== null) return "The model calls of your failed runs exceeded the free amount per day.";
  if (stop_reason === "limit") return "The run reached a limit. The output may be incomplete.";
  if (stop_reason === "length")
    return "The model reached its maximum answer length. The output may be cut off.";
  if (total_cost === 0 && !success) return "Nothing was charged.";
  return undefined;
}
