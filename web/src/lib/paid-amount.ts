import type { UsageRecord } from "@stoa/contract/usage";

/** Returns the amount that a run took from its caller's balance, in USD: its cost, or its model calls if it failed. */
export function getPaidAmount({
  cost,
  failure_charge,
}: Pick<UsageRecord, "cost" | "failure_charge">): number {
  return cost + (failure_charge ?? 0);
}
