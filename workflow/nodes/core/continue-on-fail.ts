import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { WorkflowLimit } from "../../model/node-error.ts";

/** Returns an item paired with itself. */
export function toPairedItem(item: Item, index: number, input = 0): Item {
  return { ...item, pairedItem: input === 0 ? { item: index } : { item: index, input } };
}

/**
 * Returns whether an item passes a condition. If the condition fails, version 1 fails as a whole. In later versions the
 * item does not pass if the node continues on errors.
 */
export function passesOrFails(context: NodeContext, decide: () => boolean): boolean {
  return context.node.version < 2 ? decide() : continueOnFail(context, decide, () => false);
}

/**
 * Returns the result of `decide`. If `decide` throws, returns `otherwise` if the node continues on errors, and rethrows
 * the error if not.
 */
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
