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

const isWorkflow = (run: LiveRun) => run.terms.agent.framework === "n8n";
const isDeclarative = (run: LiveRun) => run.terms.agent.entry.kind === "declaration";

function toReachingRun(run: LiveRun): ReachingRun {
  const { caller, agent, conversation } = run.terms;
  return {
    accountId: caller.accountId,
    agentId: agent.agentId,
    ...(conversation && { conversationId: conversation.id }),
    isOfVisitor: caller.isVisitor === true,
    developerAccountId: agent.ownerAccountId,
    hosts: [...agent.hosts, ...getHosts(agent.connectors)],
    traffic: run.traffic,
    signal: run.over,
    track: (call) => run.endAfter(call),
  };
}

/** Creates the view of this node's runs that the routes of workflows use. */
export function createWorkflowRuns(live: LiveRuns, trials: TrialRuns) {
  const known = new WeakMap<LiveRun, ReachingRun>();
  const find = (runId: string, isServed: (run: LiveRun) => boolean): ReachingRun | undefined => {
    const run = live.get(runId);
    if (run === undefined || !isServed(run)) return undefined;
    if (run.over.aborted || run.stopCause !== undefined) return undefined;
    const reaching = known.get(run) ?? toReachingRun(run);
    known.set(run, reaching);
    return reaching;
  };
  const recordTrialCall = (runId: string) => trials.reachOutside(runId);
  return {
    find: (runId: string) => find(runId, isWorkflow),
    /** The runs that send HTTP requests without a connector: workflows, and declarative agents to their MCP servers. */
    requesting: {
      find: (runId: string) => find(runId, (run) => isWorkflow(run) || isDeclarative(run)),
      recordTrialCall,
    },
    getTimeLeftMs: (runId: string) => live.get(runId)?.timeLeftMs ?? 0,
    /** Records that a node of a run is waiting for an answer. */
    recordWaiting(runId: string, node: WaitingNode): void {
      const run = live.get(runId);
      if (run) recordWaiting(run, node);
    },
    recordTrialCall,
  };
}
