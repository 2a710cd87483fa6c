import type { Traffic } from "../../platform/outbound/traffic.ts";
import type { ReachableRun, ReachableRuns } from "../../platform/run-routes/define-run-route.ts";

/** An active workflow run, or for `/http` the run of a declarative agent, as the routes of this module need it. */
export interface WorkflowRun extends ReachableRun {
  /** The account for which values are stored. */
  accountId: string;
  agentId: number;
  /** The conversation that the run continues. */
  conversationId?: string;
  /** Whether a visitor of a web page caused the run. */
  isOfVisitor?: boolean;
  /** The developer of the agent. */
  developerAccountId: string;
  /** The hosts that its version declares for requests without a connector; `*` if its runs choose them. */
  hosts: readonly string[];
  /** The bytes that the run has moved through all outbound routes. */
  traffic: Traffic;
}

/** The active workflow runs of this node. */
export type WorkflowRuns = ReachableRuns<WorkflowRun>;
