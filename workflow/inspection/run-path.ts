import { type FindNodeType, findStartNode } from "../engine/index.ts";
import type { Workflow } from "../model/workflow.ts";
import { isSelfCall } from "../nodes/triggers/sub-workflow.ts";

/** Returns the nodes that a run can reach from its trigger, with their sub-nodes. Disabled nodes do nothing. */
export function findReachableNodes(workflow: Workflow, trigger: string): Set<string> {
  const after = new Map<string, string[]>();
  const serving = new Map<string, string[]>();
  for (const { kind, from, to } of workflow.connections) {
    const [map, key, value] = kind === "main" ? ([after, from, to] as const) : ([serving, to, from] as const);
    const known = map.get(key);
    if (known) known.push(value);
    else map.set(key, [value]);
  }
  const found = new Set<string>();
  const open = [trigger];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(after.get(name) ?? []));
    if (!workflow.nodes.get(name)?.disabled) open.push(...(serving.get(name) ?? []));
  }
  return new Set([...found].filter((name) => workflow.nodes.get(name)?.disabled === false));
}

/** Returns the same nodes, plus those that run when a node calls its own workflow. */
export function findExecutedNodes(workflow: Workflow, trigger: string, find: FindNodeType): Set<string> {
  const path = findReachableNodes(workflow, trigger);
  const isCalled = [...path].some((name) => isSelfCall(workflow.nodes.get(name)));
  const called = isCalled ? findStartNode(workflow, find) : undefined;
  return called ? new Set([...path, ...findReachableNodes(workflow, called.name)]) : path;
}

/** Returns the nodes whose items may be the run's output, in the file's order. */
export function findOutputNodes(workflow: Workflow, trigger: string): string[] {
  const main = workflow.connections.filter(({ kind }) => kind === "main");
  const found = findReachableNodes({ ...workflow, connections: main }, trigger);
  return [...workflow.nodes.keys()].filter((name) => found.has(name));
}
