import type { Traffic } from "../../platform/outbound/traffic.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";
import type { TrialRuns } from "./trial-runs.ts";

/** A workflow's run, as far as what it reaches outside is concerned. */
interface ReachingRun {
  accountId: string;
  agentId: number;
  developerAccountId: string;
  hosts: readonly string[];
  traffic: Traffic;
  signal: AbortSignal;
  track(call: Promise<void>): void;
}

/** The runs of this node that may ask servers outside and keep values: those of workflows. */
export function createWorkflowRuns(live: LiveRuns, trials: TrialRuns) {
  const known = new WeakMap<LiveRun, ReachingRun>();
  return {
    find(runId: string): ReachingRun | undefined {
      const run = live.get(runId);
      if (run === undefined || run.facts.framework !== "n8n") return undefined;
      if (run.over.aborted || run.stopCause !== undefined) return undefined;
      const { accountId, agentId, developerAccountId, hosts } = run.facts;
      const reaching = known.get(run) ?? {
        accountId,
        agentId,
        developerAccountId,
        hosts,
        traffic: run.traffic,
        signal: run.over,
        track: (call: Promise<void>) => run.endAfter(call),
      };
      known.set(run, reaching);
      return reaching;
    },
    trialReachedOutside: (runId: string) => trials.reachOutside(runId),
  };
}
