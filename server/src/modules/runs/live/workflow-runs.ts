import { isApiHost } from "@stoa/contract/api-host";
import type { Traffic } from "../../../platform/outbound/traffic.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";

/** The facts about a run that the routes of workflows need. */
interface ReachingRun {
  accountId: string;
  agentId: number;
  conversationId?: string;
  isOfVisitor: boolean;
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

/** Logs that a node is waiting for an answer. */
function recordWaiting(run: LiveRun, { node, within, run: index }: WaitingNode): void {
  const nothing = { serves: null, duration_ms: 0, items_in: [], items_out: [], items: [], error: null };
  run.feed.append({
    kind: "node",
    payload: { ...nothing, node, within: within ?? null, run: index, state: "waiting" },
  });
}

/**
 * Returns the API hosts among the declared connectors. The caller agreed to these hosts, so the run may also call them
 * without a key.
 */
function getHosts(uses: LiveRun["terms"]["agent"]["connectors"]): string[] {
  return uses.map(({ service }) => service).filter(isApiHost);
}

/** Creates the view of this node's runs that the routes of workflows use. */
export function createWorkflowRuns(live: LiveRuns, trials: TrialRuns) {
  const known = new WeakMap<LiveRun, ReachingRun>();
  return {
    find(runId: string): ReachingRun | undefined {
      const run = live.get(runId);
      if (run === undefined || run.terms.agent.framework !== "n8n") return undefined;
      if (run.over.aborted || run.stopCause !== undefined) return undefined;
      const { caller, agent, conversation } = run.terms;
      const reaching = known.get(run) ?? {
        accountId: caller.accountId,
        agentId: agent.agentId,
        ...(conversation && { conversationId: conversation.id }),
        isOfVisitor: caller.isVisitor === true,
        developerAccountId: agent.ownerAccountId,
        hosts: [...agent.hosts, ...getHosts(agent.connectors)],
        traffic: run.traffic,
        signal: run.over,
        track: (call: Promise<void>) => run.endAfter(call),
      };
      known.set(run, reaching);
      return reaching;
    },
    getTimeLeftMs: (runId: string) => live.get(runId)?.timeLeftMs ?? 0,
    /** Records that a node of a run is waiting for an answer. */
    recordWaiting(runId: string, node: WaitingNode): void {
      const run = live.get(runId);
      if (run) recordWaiting(run, node);
    },
    recordTrialCall: (runId: string) => trials.reachOutside(runId),
  };
}
