import type { Estimate, RunRequest } from "@stoa/contract/runs";

/** A run that may cost more than the account's limit for runs that nobody confirms. USD. */
export interface ExpensiveRun {
  readonly agentId: number;
  /** What it costs at most if the person agrees. */
  readonly most: number;
  /** What it costs at most if they do not. */
  readonly limit: number;
}

/** What the person has agreed to in this tab, by agent and by what they were asked. */
const agreed = new Map<string, number>();

const keyOf = ({ agentId, most, limit }: ExpensiveRun) => `${agentId} ${most} ${limit}`;

/** Returns what to ask before a run; null where its cap is within the account's limit or was chosen by the person. */
export function expensiveRun({ agent_id }: RunRequest, estimate: Estimate): ExpensiveRun | null {
  if (estimate.max_cost_set_by !== "account") return null;
  return { agentId: agent_id, most: estimate.agent_max_cost, limit: estimate.max_cost };
}

/** Returns the maximum that the person chose when they were asked the same before; undefined where they were not. */
export function agreedCost(run: ExpensiveRun): number | undefined {
  return agreed.get(keyOf(run));
}

/** Keeps the person's choice, so that they are asked once. */
export function agreeToCost(run: ExpensiveRun, maxCost: number): void {
  agreed.set(keyOf(run), maxCost);
}
