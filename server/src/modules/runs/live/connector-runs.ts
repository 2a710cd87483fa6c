import type { ProxiedRun, ProxiedRuns } from "../../connectors/index.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";

/** Creates the view of this node's runs that the connector proxy uses. */
export function createConnectorRuns(live: LiveRuns, trials: TrialRuns): ProxiedRuns {
  const known = new WeakMap<LiveRun, ProxiedRun>();
  return {
    find(runId) {
      const run = live.get(runId);
      if (run === undefined || run.over.aborted || run.stopCause !== undefined) return undefined;
      const proxied = known.get(run) ?? toProxiedRun(run);
      known.set(run, proxied);
      return proxied;
    },
    recordTrialCall: (runId) => trials.reachOutside(runId),
  };
}

function toProxiedRun(run: LiveRun): ProxiedRun {
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
      run.feed.append({ kind: "connector_call", payload: { ...call, duration_ms: durationMs } }),
  };
}
