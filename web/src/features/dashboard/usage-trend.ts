import type { UsageRecord } from "@stoa/contract/usage";

export type UsageTrend = "rising" | "falling" | "level";

/**
 * Compares the cost of a run with that of the previous completed run of the same agent among the records, which are
 * sorted newest first. Returns `null` if there is none, or if the run itself did not complete.
 */
export function getUsageTrend(
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
