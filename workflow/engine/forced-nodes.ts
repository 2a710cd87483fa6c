import type { WorkflowGraph } from "./workflow-graph.ts";

/**
 * In order v0, a node of several inputs has the nodes before its other inputs run too, on an empty item, where nothing
 * will come to them: an If before a Merge runs both ways. These are the nodes, each behind one that has run.
 */
export function findForcedNodes(
  graph: WorkflowGraph,
  node: string,
  isFed: (input: number) => boolean,
  { hasRun, isReady }: { hasRun: (node: string) => boolean; isReady: (node: string) => boolean },
): { node: string; behind: string }[] {
  const forced: { node: string; behind: string }[] = [];
  const seen = new Set([node]);
  const open = graph
    .getSources(node)
    .filter(({ input }) => !isFed(input))
    .map(({ from }) => from);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next) || hasRun(next) || isReady(next)) continue;
    seen.add(next);
    const parents = [...graph.getParents(next)];
    const behind = parents.find(hasRun);
    if (behind !== undefined && !parents.some(isReady)) forced.push({ node: next, behind });
    else open.push(...parents);
  }
  return forced;
}
