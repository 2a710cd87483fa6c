import { isApiHost } from "@stoa/contract/api-host";
import type { Traffic } from "../../../platform/outbound/traffic.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";

/** What the routes of workflows need to know about a run. */
interface ReachingRun {
  accountId: string;
  agentId: number;
  developerAccountId: string;
  hosts: readonly string[];
  traffic: Traffic;
  signal: AbortSignal;
  track(call: Promise<void>): void;
}

interface WaitingNode {
  node: string;
  within?: string | undefined;
  run: number;
}

/** Logs that a node waits for an answer. */
function noteWaiting(run: LiveRun, { node, within, run: index }: WaitingNode): void {
  const nothing = { serves: null, duration_ms: 0, items_in: [], items_out: [], items: [], error: null };
  run.feed.note({
    kind: "node",
    payload: { ...nothing, node, within: within ?? null, run: index, state: "waiting" },
  });
}

/**
 * Returns the API hosts among the declared connectors. The caller has seen them, so they can be called without a key,
 * too.
 */
function hostsOf(uses: LiveRun["terms"]["agent"]["connectors"]): string[] {
  return uses.map(({ service }) => service).filter(isApiHost);
}

/** Creates what the routes of workflows see of the runs of this node. */
export function createWorkflowRuns(live: LiveRuns, trials: TrialRuns) {
  const known = new WeakMap<LiveRun, ReachingRun>();
  return {
    find(runId: string): ReachingRun | undefined {
      const run = live.get(runId);
      if (run === undefined || run.terms.agent.framework !== "n8n") return undefined;
      if (run.over.aborted || run.stopCause !== undefined) return undefined;
      const { caller, agent } = run.terms;
      const reaching = known.get(run) ?? {
        accountId: caller.accountId,
        agentId: agent.agentId,
        developerAccountId: agent.ownerAccountId,
        hosts: [...agent.hosts, ...hostsOf(agent.connectors)],
        traffic: run.traffic,
        signal: run.over,
        track: (call: Promise<void>) => run.endAfter(call),
      };
      known.set(run, reaching);
      return reaching;
    },
    timeLeftMs: (runId: string) => live.get(runId)?.timeLeftMs ?? 0,
    /** Records that a node of a run waits for an answer. */
    waits(runId: string, node: WaitingNode): void {
      const run = live.get(runId);
      if (run) noteWaiting(run, node);
    },
    trialReachedOutside: (runId: string) => trials.reachOutside(runId),
  };
}
