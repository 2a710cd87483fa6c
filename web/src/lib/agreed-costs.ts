import type { Estimate, RunRequest } from "@stoa/contract/runs";

/** A run that may cost more than the account's limit for unconfirmed runs. */
export interface ExpensiveRun {
  readonly agentId: number;
  /** The maximum cost in USD if the user agrees. */
  readonly most: number;
  /** The maximum cost in USD if the user does not agree: the account's limit. */
  readonly limit: number;
}

/** The maximum costs in USD that the user has chosen in this tab, keyed by agent and limits. */
const agreed = new Map<string, number>();

const getKey = ({ agentId, most, limit }: ExpensiveRun) => `${agentId} ${most} ${limit}`;

/**
 * Returns the confirmation that a run needs; null if its maximum cost is within the account's limit or was chosen by
 * the user.
 */
export function findExpensiveRun({ agent_id }: RunRequest, estimate: Estimate): ExpensiveRun | null {
  if (estimate.max_cost_set_by !== "account") return null;
  return { agentId: agent_id, most: estimate.agent_max_cost, limit: estimate.max_cost };
}

/** Returns the maximum cost in USD that the user chose for this agent and these limits; undefined before they choose. */
export function getAgreedCost(run: ExpensiveRun): number | undefined {
  return agreed.get(getKey(run));
}

/** Stores the user's choice, so that they are asked only once. */
export function agreeToCost(run: ExpensiveRun, maxCost: number): void {
  agreed.set(getKey(run), maxCost);
}
