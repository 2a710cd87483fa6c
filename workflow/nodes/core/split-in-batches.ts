import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";

/** Loop Over Items: outputs items in batches. */
export const SPLIT_IN_BATCHES_NODE: NodeType = {
  types: ["n8n-nodes-base.splitInBatches"],
  versions: [1, 2, 3],
  outputs: (node) => (node.version < 2 ? 1 : 2),
  execute: outputNextBatch,
};

/** The data that a loop stores between its runs. */
type Loop = {
  items: readonly Item[];
  /** The number of items that have been output. */
  outputCount: number;
  /** The items that the nodes in the loop have returned so far. */
  processed: Item[];
};

function outputNextBatch(context: NodeContext): Outputs | null {
  const size = getBatchSize(context);
  const items = context.items.map((item, index) => ({
    ...item,
    pairedItem: { item: index, run: context.runIndex },
  }));
  const stored = context.memory.get("loop") as Loop | undefined;
  const isNew = stored === undefined || context.flag("options.reset", 0);
  const loop: Loop = isNew ? { items: items, outputCount: 0, processed: [] } : stored;
  context.memory.set("loop", loop);
  if (!isNew) for (const item of items) loop.processed.push(item);
  const batch = loop.items.slice(loop.outputCount, loop.outputCount + size);
  loop.outputCount += batch.length;
  writeContext(context, loop, { isNew, size, isDone: batch.length === 0 });
  return toOutputs(context.node.version, batch, loop);
}

/**
 * Returns the batch size. The default is 10 before version 3, and 1 from version 3 on.
 * @throws NodeError if the batch size is less than 1
 */
function getBatchSize(context: NodeContext): number {
  const size = Math.floor(context.number("batchSize", 0, context.node.version < 3 ? 10 : 1));
  if (size >= 1) return size;
  throw context.failure(`The batch size is ${size}, but must be at least 1`, { field: "batchSize" });
}

/** Sets the values of `$('Loop').context`. */
function writeContext(
  { nodeContext }: NodeContext,
  { items, outputCount }: Loop,
  { isNew, size, isDone }: { isNew: boolean; size: number; isDone: boolean },
): void {
  nodeContext.currentRunIndex = isNew ? 0 : Number(nodeContext.currentRunIndex) + 1;
  nodeContext.maxRunIndex = Math.ceil(items.length / size);
  nodeContext.noItemsLeft = outputCount >= items.length;
  nodeContext.done = isDone;
}

function toOutputs(version: number, batch: readonly Item[], { processed }: Loop): Outputs | null {
  const isDone = batch.length === 0;
  if (version < 2) return isDone ? null : [batch];
  const done = isDone ? processed : [];
  return version < 3 ? [batch, done] : [done, batch];
}
