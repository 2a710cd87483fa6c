import type { ProxiedRun, ProxiedRuns } from "../../connectors/index.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";

/** Creates what the connector proxy sees of the runs of this node. */
export function createConnectorRuns(live: LiveRuns, trials: TrialRuns): ProxiedRuns {
  const known = new WeakMap<LiveRun, ProxiedRun>();
  return {
    find(runId) {
      const run = live.get(runId);
      if (run === undefined || run.over.aborted || run.stopCause !== undefined) return undefined;
      const proxied = known.get(run) ?? proxiedRun(run);
      known.set(run, proxied);
      return proxied;
    },
    trialReachedOutside: (runId) => trials.reachOutside(runId),
  };
}

function proxiedRun(run: LiveRun): ProxiedRun {
  const { caller, agent } = run.terms;
  return {
    userId: caller.userId,
    agentId: agent.agentId,
    agentOwnerAccountId: agent.ownerAccountId,
    uses: agent.connectors,
    traffic: run.traffic,
    signal: run.over,
    track: (call) => run.endAfter(call),
    record: ({ durationMs, ...call }) =>
      run.feed.note({ kind: "connector_call", payload: { ...call, duration_ms: durationMs } }),
  };
}
