import type { NodeOfRun } from "@stoa/contract/runs";
import type { TraceEntry } from "@stoa/contract/traces";

export type NodeState = "waiting" | "running" | "asking" | "done" | "failed" | "stopped" | "skipped" | "off";

/** The latest state of each node of the workflow's own file, keyed by the node's name. */
export type LatestRuns = ReadonlyMap<string, NodeOfRun>;

export type NodeEntry = Extract<TraceEntry, { type: "node" }>;

/** Returns the trace entries of the file's own nodes. */
export function filterFileNodeEntries(entries: readonly TraceEntry[]): readonly NodeEntry[] {
  return entries.filter((entry) => entry.type === "node").filter(({ within }) => within === null);
}

/** Returns the last run of each of the file's own nodes. */
export function getLatestRuns(entries: readonly NodeEntry[]): LatestRuns {
  const latest = new Map<string, NodeOfRun>();
  for (const { node, ...run } of entries) {
    if (node === null) continue;
    const known = latest.get(node);
    if (!known || known.run <= run.run) latest.set(node, { ...run, node });
  }
  return latest;
}

/** Returns whether a node is neither running nor waiting. */
export const hasEnded = ({ state }: Pick<NodeOfRun, "state">) => state === "done" || state === "failed";

/** Returns a node's state from its latest event. In an ended run, a node that has not ended is stopped or skipped. */
export function getNodeState(
  run: NodeOfRun | undefined,
  { disabled, isOver }: { readonly disabled: boolean; readonly isOver: boolean },
): NodeState {
  // A disabled node only passes on its input, so its runs say nothing.
  if (disabled) return "off";
  if (run === undefined) return isOver ? "skipped" : "waiting";
  if (isOver && !hasEnded(run)) return "stopped";
  return run.state === "waiting" ? "asking" : run.state;
}
