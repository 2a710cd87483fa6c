import type { TrialRuns } from "../trial/trial-runs.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";

/** The facts about a run that `stoa.memory` needs. */
interface RememberingRun {
  userId: string;
  agentId: number;
  /** Whether a visitor of a web page caused the run. */
  isOfVisitor: boolean;
  signal: AbortSignal;
  track(call: Promise<void>): void;
}

/** Creates the view of this node's runs that the route of `stoa.memory` uses. */
export function createRememberingRuns(live: LiveRuns, trials: TrialRuns) {
  const known = new WeakMap<LiveRun, RememberingRun>();
  return {
    find(runId: string): RememberingRun | undefined {
      const run = live.get(runId);
      // Workflows have their own stored values.
      if (run === undefined || run.terms.agent.framework === "n8n") return undefined;
      if (run.over.aborted || run.stopCause !== undefined) return undefined;
      const remembering = known.get(run) ?? {
        userId: run.terms.caller.userId,
        agentId: run.terms.agent.agentId,
        isOfVisitor: run.terms.caller.isVisitor === true,
        signal: run.over,
        track: (call: Promise<void>) => run.endAfter(call),
      };
      known.set(run, remembering);
      return remembering;
    },
    recordTrialCall: (runId: string) => trials.reachOutside(runId),
  };
}
