import type { UsageRecord } from "@stoa/contract/usage";

export type UsageTrend = "rising" | "falling" | "level";

/**
 * Compares the cost of a completed run with that of the previous run of the same agent; `null` if there is none among
 * the records, newest first.
 */
export function usageTrend(
  records: ReadonlyArray<Pick<UsageRecord, "agent_id" | "status" | "cost">>,
  index: number,
): UsageTrend | null {
  const run = records[index];
  if (run?.status !== "completed") return null;
  const before = records
    .slice(index + 1)
    .find(({ agent_id, status }) => agent_id === run.agent_id && status === "completed");
  if (!before) return null;
  if (run.cost === before.cost) return "level";
  return run.cost > before.cost ? "rising" : "falling";
}
