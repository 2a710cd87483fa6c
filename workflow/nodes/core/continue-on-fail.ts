import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { WorkflowLimit } from "../../model/node-error.ts";

/** Returns an item paired with itself. */
export function toPairedItem(item: Item, index: number, input = 0): Item {
  return { ...item, pairedItem: input === 0 ? { item: index } : { item: index, input } };
}

/** Runs `decide`. If it throws and the node continues on fail, returns `otherwise`; otherwise rethrows the error. */
export function continueOnFail<Value>(
  context: NodeContext,
  decide: () => Value,
  otherwise: (error: Error) => Value,
): Value {
  try {
    return decide();
  } catch (error) {
    const mayGoOn = context.node.onError !== "stopWorkflow" && !context.signal.aborted;
    if (!mayGoOn || error instanceof WorkflowLimit || !(error instanceof Error)) throw error;
    return otherwise(error);
  }
}
