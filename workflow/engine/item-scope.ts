import type { ExpressionScope, OtherNode } from "../expressions/index.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { Reply } from "../model/question.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { Source } from "./execution-records.ts";
import type { ContinuedCall } from "./saved-run.ts";

/** A node and its current run, for which expressions are evaluated. */
export interface CurrentNode {
  node: WorkflowNode;
  /** The node whose items are used. Differs from `node` for a sub-node, which sees the items of the node it serves. */
  dataNode: string;
  inputs: readonly (readonly Item[] | undefined)[];
  /** The items that expressions read with `$input`. A node that runs once has only the first item of `inputs`. */
  readableInputs?: readonly (readonly Item[] | undefined)[];
  sources: readonly (Source | undefined)[];
  runIndex: number;
  fromAi?: JsonObject | undefined;
  /** Whether the node can end a turn of the conversation with a question. */
  canAsk?: boolean;
  /** Set if the node has asked in an earlier turn. */
  reply?: Reply | undefined;
  /** Set if a workflow that the node called has asked in an earlier turn. */
  continues?: ContinuedCall | undefined;
  /** The nodes from the running node down to this sub-node. No node may occur twice. Only set for sub-nodes. */
  servedBy?: readonly string[];
}

/** Returns the items of a node's run. @throws Error if the node has no such run */
function getItems(
  run: ExecutionContext,
  current: CurrentNode,
  name: string,
  output?: number,
  index?: number,
) {
  const runs = run.records.getRuns(name);
  const found = index === undefined || index < 0 ? runs.at(-1) : runs[index];
  if (!found)
    throw new Error(
      runs.length === 0 ? `Node '${name}' hasn't been executed` : `Node '${name}' has no run ${index}`,
    );
  return found.outputs[output ?? run.graph.findOutputTo(name, current.dataNode) ?? 0] ?? [];
}

/**
 * Returns another node of the workflow for the expressions of one of the current node's items. Returns undefined if
 * there is no node with this name.
 */
export function findOtherNode(
  run: ExecutionContext,
  current: CurrentNode,
  name: string,
): OtherNode | undefined {
  const node = run.workflow.nodes.get(name);
  if (!node) return undefined;
  const runs = run.records.getRuns(name);
  return {
    node,
    executed: runs.length > 0,
    context: run.records.getContext(name),
    runIndex: Math.max(0, runs.length - 1),
    items: (output, index) => getItems(run, current, name, output, index),
    pairedItem(itemIndex) {
      const item = current.inputs[0]?.[itemIndex];
      if (!item)
        throw new Error(`No item of '${name}' is paired with item ${itemIndex}, which does not exist`);
      const isBefore = run.graph.getAncestors(current.dataNode).has(name);
      return run.pairs.find(name, item, current.sources, { itemIndex, isBefore });
    },
  };
}

/** Returns the data that the expressions of a node can read for one of its items. */
export function createItemScope(
  run: ExecutionContext,
  current: CurrentNode,
  itemIndex: number,
): ExpressionScope {
  const { workflow, execution } = run;
  const [source] = current.sources;
  const { fromAi } = current;
  return {
    node: current.node,
    workflow,
    inputs: current.readableInputs ?? current.inputs,
    itemIndex,
    runIndex: current.runIndex,
    execution: { ...execution, resumeUrl: run.resume.text },
    previous: source && { name: source.node, outputIndex: source.output, runIndex: source.run },
    now: () => new Date(),
    otherNode: (name) => findOtherNode(run, current, name),
    ...(fromAi && { fromAi: (key: string) => (Object.hasOwn(fromAi, key) ? fromAi[key] : undefined) }),
  };
}
