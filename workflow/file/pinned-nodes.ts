import type { Workflow } from "../model/workflow.ts";

/**
 * Returns the nodes with pinned data that can be compared with it: enabled nodes that another node passes items to. The
 * pinned data of a trigger is the workflow's input.
 */
export function findPinnedNodes({ nodes, connections, pinned }: Workflow): Set<string> {
  const receivers = new Set(connections.filter(({ kind }) => kind === "main").map(({ to }) => to));
  return new Set(
    [...pinned.keys()].filter((name) => receivers.has(name) && nodes.get(name)?.disabled === false),
  );
}
