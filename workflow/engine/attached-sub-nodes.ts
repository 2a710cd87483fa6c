import type { SubNodeKind } from "../model/connection.ts";
import type { NodeContext } from "../model/node-context.ts";
import { NodeError } from "../model/node-error.ts";
import type { Suppliers } from "../model/node-type.ts";
import type { SubNodes } from "../model/sub-nodes.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { messageOf } from "./failed-items.ts";
import type { AskingNode } from "./item-scope.ts";
import { typeOf } from "./node-types.ts";
import type { RunSurroundings } from "./run-surroundings.ts";

type Supplier<Kind extends SubNodeKind> = (
  context: NodeContext,
  itemIndex: number,
) => Promise<SubNodes[Kind]> | SubNodes[Kind];

function supplierOf<Kind extends SubNodeKind>(
  run: RunSurroundings,
  node: WorkflowNode,
  kind: Kind,
): Supplier<Kind> {
  const supplies: Suppliers | undefined = typeOf(run.findNodeType, node, run.workflow).supplies;
  const supplier = supplies?.[kind];
  if (!supplier) throw new NodeError(`cannot be attached as ${kind}`, { node: node.name, field: "type" });
  return supplier;
}

/** What is attached to a node by a kind. Each sub-node sees the node's items through a context of its own. */
export async function attachedSubNodes<Kind extends SubNodeKind>(
  run: RunSurroundings,
  asking: AskingNode,
  kind: Kind,
  itemIndex: number,
  contextOf: (asking: AskingNode) => NodeContext,
): Promise<SubNodes[Kind][]> {
  const found: SubNodes[Kind][] = [];
  for (const name of run.graph.attachedTo(asking.node.name, kind)) {
    const node = run.workflow.nodes.get(name);
    if (!node || node.disabled) continue;
    const served = asking.servedBy ?? [];
    if (served.includes(name))
      throw new NodeError("is attached to itself", { node: name, field: "connections" });
    const told = { node: name, within: run.within, serves: asking.node.name, runIndex: asking.runIndex };
    const begun = performance.now();
    try {
      const supply = supplierOf(run, node, kind);
      const context = contextOf({ ...asking, node, servedBy: [...served, asking.node.name, name] });
      found.push(await supply(context, itemIndex));
      run.trace.served({ ...told, begun });
    } catch (error) {
      run.trace.served({ ...told, begun, error: messageOf(error) });
      throw error;
    }
  }
  return found;
}
