import type { Traffic } from "../../platform/outbound/traffic.ts";
import type { ReachableRun, ReachableRuns } from "../../platform/run-routes/define-run-route.ts";

/** A run of a workflow, as far as what it reaches is concerned. */
export interface WorkflowRun extends ReachableRun {
  /** For whom, and by which agent, values are kept. */
  accountId: string;
  agentId: number;
  /** Whose agent it is. */
  developerAccountId: string;
  /** What its version declares that it asks without a connector; `*`: what its runs choose. */
  hosts: readonly string[];
  /** What it moves over all of its ways out. */
  traffic: Traffic;
}

/** The workflow runs of this node. */
export type WorkflowRuns = ReachableRuns<WorkflowRun>;
