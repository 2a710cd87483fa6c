import type { SubNodeKind } from "../model/connection.ts";
import type { NodeContext } from "../model/node-context.ts";
import { NodeError } from "../model/node-error.ts";
import type { Suppliers } from "../model/node-type.ts";
import type { SubNodes } from "../model/sub-nodes.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { getErrorMessage } from "./failed-items.ts";
import type { CurrentNode } from "./item-scope.ts";
import { getNodeType } from "./node-types.ts";

type Supplier<Kind extends SubNodeKind> = (
  context: NodeContext,
  itemIndex: number,
) => Promise<SubNodes[Kind]> | SubNodes[Kind];

function findSupplier<Kind extends SubNodeKind>(
  run: ExecutionContext,
  node: WorkflowNode,
  kind: Kind,
): Supplier<Kind> {
  const supplies: Suppliers | undefined = getNodeType(run.findNodeType, node, run.workflow).supplies;
  const supplier = supplies?.[kind];
  if (!supplier)
    throw new NodeError(`the node cannot be attached as ${kind}`, { node: node.name, field: "type" });
  return supplier;
}

/**
 * Returns the values that the sub-nodes attached by one kind of connection supply to a node. Each sub-node gets its own
 * context, with the items of the node it serves.
 */
export async function getAttachedSubNodes<Kind extends SubNodeKind>(
  run: ExecutionContext,
  current: CurrentNode,
  kind: Kind,
  itemIndex: number,
  createContext: (current: CurrentNode) => NodeContext,
): Promise<SubNodes[Kind][]> {
  const found: SubNodes[Kind][] = [];
  for (const name of run.graph.getSubNodes(current.node.name, kind)) {
    const node = run.workflow.nodes.get(name);
    if (!node || node.disabled) continue;
    const served = current.servedBy ?? [];
    if (served.includes(name))
      throw new NodeError("the node is attached to itself", { node: name, field: "connections" });
    const traced = { node: name, within: run.within, serves: current.node.name, runIndex: current.runIndex };
    const begun = performance.now();
    try {
      const supply = findSupplier(run, node, kind);
      const servedBy = [...served, current.node.name, name];
      const context = createContext({ ...current, node, servedBy, canAsk: false, continues: undefined });
      found.push(await supply(context, itemIndex));
      run.trace.endSubNode({ ...traced, begun });
    } catch (error) {
      run.trace.endSubNode({ ...traced, begun, error: getErrorMessage(error) });
      throw error;
    }
  }
  return found;
}
