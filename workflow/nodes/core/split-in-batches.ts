import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";

/** Loop Over Items: outputs items in batches. */
export const SPLIT_IN_BATCHES_NODE: NodeType = {
  types: ["n8n-nodes-base.splitInBatches"],
  versions: [1, 2, 3],
  outputs: (node) => (node.version < 2 ? 1 : 2),
  execute: nextBatch,
};

/** What a loop stores between its runs. */
interface Loop {
  items: readonly Item[];
  /** How many items have been output. */
  given: number;
  /** Items that the loop's body has returned so far. */
  processed: Item[];
}

function nextBatch(context: NodeContext): Outputs {
  const size = batchSize(context);
  const arrived = context.items.map((item, index) => ({
    ...item,
    pairedItem: { item: index, run: context.runIndex },
  }));
  const kept = context.memory.get("loop") as Loop | undefined;
  const isNew = kept === undefined || context.flag("options.reset", 0);
  const loop: Loop = isNew ? { items: arrived, given: 0, processed: [] } : kept;
  context.memory.set("loop", loop);
  if (!isNew) for (const item of arrived) loop.processed.push(item);
  const batch = loop.items.slice(loop.given, loop.given + size);
  loop.given += batch.length;
  tell(context, loop, { isNew, size, isDone: batch.length === 0 });
  return outputs(context.node.version, batch, loop);
}

/** The default batch size of the first two versions is 10. */
function batchSize(context: NodeContext): number {
  const size = Math.floor(context.number("batchSize", 0, context.node.version < 3 ? 10 : 1));
  if (size >= 1) return size;
  throw context.failure(`The batch size is ${size}, but must be at least 1`, { field: "batchSize" });
}

/** The values of `$('Loop').context`. */
function tell(
  { nodeContext }: NodeContext,
  { items, given }: Loop,
  { isNew, size, isDone }: { isNew: boolean; size: number; isDone: boolean },
): void {
  nodeContext.currentRunIndex = isNew ? 0 : Number(nodeContext.currentRunIndex) + 1;
  nodeContext.maxRunIndex = Math.ceil(items.length / size);
  nodeContext.noItemsLeft = given >= items.length;
  nodeContext.done = isDone;
}

function outputs(version: number, batch: readonly Item[], { processed }: Loop): Outputs {
  const isDone = batch.length === 0;
  if (version < 2) return [batch];
  const done = isDone ? processed : [];
  return version < 3 ? [batch, done] : [done, batch];
}
