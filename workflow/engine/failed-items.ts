import type { Item } from "../model/item.ts";
import { NodeError, WorkflowLimit } from "../model/node-error.ts";
import { QuestionAsked } from "../model/question.ts";

/** Returns whether the run must stop after this error, regardless of the node's error setting. */
export function shouldStopRun(error: unknown, signal: AbortSignal): boolean {
  return error instanceof WorkflowLimit || error instanceof QuestionAsked || signal.aborted;
}

export function getErrorMessage(error: unknown): string {
  if (error instanceof RangeError && error.message.includes("call stack"))
    return "The input of this node is nested too deeply. Flatten the data before this node";
  return error instanceof Error ? error.message : String(error);
}

/** Returns the item that replaces an item that failed. It is not paired if `itemIndex` is undefined. */
export function createFailedItem(error: unknown, itemIndex: number | undefined): Item {
  const details = error instanceof NodeError ? error.details : {};
  return {
    json: { error: getErrorMessage(error), ...details },
    ...(itemIndex !== undefined && { pairedItem: { item: itemIndex } }),
    failed: true,
  };
}

/**
 * Returns whether an item counts as failed. As in n8n, that includes items with nothing but an error, or an error and a
 * message.
 */
function isErrorItem({ json, failed }: Item): boolean {
  if (failed) return true;
  if (json.error === undefined) return false;
  const keys = Object.keys(json);
  return keys.length === 1 || (keys.length === 2 && json.message !== undefined);
}

/** Adds the fields of the input item to the item that was created from it. */
function addInputFields(item: Item, inputs: readonly (readonly Item[] | undefined)[]): Item {
  const pair = Array.isArray(item.pairedItem) ? item.pairedItem[0] : item.pairedItem;
  const input = pair && inputs[pair.input ?? 0]?.[pair.item];
  return input ? { ...item, json: { ...input.json, ...item.json } } : item;
}

/** Returns the outputs without failed items, followed by the error output, which contains the failed items. */
export function splitErrorItems(
  outputs: readonly (readonly Item[])[],
  inputs: readonly (readonly Item[] | undefined)[],
): Item[][] {
  const errors: Item[] = [];
  const successes = outputs.map((items) =>
    items.filter((item) => {
      if (!isErrorItem(item)) return true;
      errors.push(addInputFields(item, inputs));
      return false;
    }),
  );
  return [...successes, errors];
}
