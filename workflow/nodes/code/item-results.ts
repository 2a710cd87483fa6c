import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { CodeAnswer } from "../../model/services.ts";
import { InvalidReturnError } from "./returned-items.ts";

/** The result of code for one item. */
export interface ItemResult extends JsonObject {
  value: JsonValue;
  kind: string;
}

/**
 * Returns the items of code that ran once per item. An error stops the node, or becomes an error item if the node
 * continues on fail.
 */
export function toItemsPerItem(
  context: NodeContext,
  answer: CodeAnswer,
  field: string,
  make: (given: ItemResult, index: number) => Item | undefined,
): Item[] {
  const made: Item[] = [];
  for (const [index, given] of (answer.value as JsonObject[]).entries()) {
    try {
      if (typeof given.error === "string") throw new Error(given.error);
      const item = make(given as ItemResult, index);
      if (item) made.push(item);
    } catch (error) {
      if (context.node.onError === "stopWorkflow")
        throw context.failure(advised(error), { field, itemIndex: index }, { cause: error });
      made.push({ json: { error: messageOf(error) }, pairedItem: { item: index }, failed: true });
    }
  }
  return made;
}

/**
 * Returns the items of code that ran once for all items. An error stops the node, or becomes the only item if the
 * node continues on fail.
 */
export async function runForAllItems(
  context: NodeContext,
  field: string,
  make: () => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  try {
    return await make();
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (context.node.onError === "stopWorkflow")
      throw context.failure(advised(error), { field }, { cause: error });
    return [{ json: { error: messageOf(error) }, failed: true }];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message that ends a run, with advice. */
function advised(error: unknown): string {
  const advice = error instanceof InvalidReturnError ? error.advice : undefined;
  return advice === undefined ? messageOf(error) : `${messageOf(error)}. ${advice}`;
}
