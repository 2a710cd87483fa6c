import { isApiHost } from "@stoa/contract/api-host";
import type { Traffic } from "../../../platform/outbound/traffic.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";

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

interface WaitingNode {
  node: string;
  within?: string | undefined;
  run: number;
}

/** What the run's log says of a node that waits for somebody's answer. */
function noteWaiting(run: LiveRun, { node, within, run: index }: WaitingNode): void {
  const nothing = { serves: null, duration_ms: 0, items_in: [], items_out: [], items: [], error: null };
  run.feed.note({
    kind: "node",
    payload: { ...nothing, node, within: within ?? null, run: index, state: "waiting" },
  });
}

/** The hosts of APIs that its caller was told of, and has allowed with a key: without one they may be asked, too. */
function hostsOf(uses: LiveRun["terms"]["agent"]["connectors"]): string[] {
  return uses.map(({ service }) => service).filter(isApiHost);
}

/** The runs of this node that may ask servers outside and keep values: those of workflows. */
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
    /** A node of a run waits for somebody's answer. */
    waits(runId: string, node: WaitingNode): void {
      const run = live.get(runId);
      if (run) noteWaiting(run, node);
    },
    trialReachedOutside: (runId: string) => trials.reachOutside(runId),
  };
}
