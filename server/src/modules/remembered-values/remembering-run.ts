import type { ReachableRun, ReachableRuns } from "../../platform/run-routes/define-run-route.ts";

/** An active run, as the route of `stoa.memory` needs it. */
export interface RememberingRun extends ReachableRun {
  /** The person who runs the agent. A called agent has the person who started the root run. */
  userId: string;
  agentId: number;
  /** Whether a visitor of a web page caused the run. */
  isOfVisitor?: boolean;
}

/** The active runs of this node that may use `stoa.memory`. */
export type RememberingRuns = ReachableRuns<RememberingRun>;
