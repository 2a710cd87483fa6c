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
 * continues on errors.
 */
export function toItemsPerItem(
  context: NodeContext,
  answer: CodeAnswer,
  field: string,
  toItem: (result: ItemResult, index: number) => Item | undefined,
): Item[] {
  const items: Item[] = [];
  for (const [index, result] of (answer.value as JsonObject[]).entries()) {
    try {
      if (typeof result.error === "string") throw new Error(result.error);
      const item = toItem(result as ItemResult, index);
      if (item) items.push(item);
    } catch (error) {
      if (context.node.onError === "stopWorkflow")
        throw context.failure(addAdvice(error), { field, itemIndex: index }, { cause: error });
      items.push({ json: { error: getMessage(error) }, pairedItem: { item: index }, failed: true });
    }
  }
  return items;
}

/**
 * Returns the items of code that ran once for all items. An error stops the node, or becomes the only item if the node
 * continues on errors.
 */
export async function runForAllItems(
  context: NodeContext,
  field: string,
  toItem: () => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  try {
    return await toItem();
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (context.node.onError === "stopWorkflow")
      throw context.failure(addAdvice(error), { field }, { cause: error });
    return [{ json: { error: getMessage(error) }, failed: true }];
  }
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message of an error that ends a run, followed by advice if the error has any. */
function addAdvice(error: unknown): string {
  const advice = error instanceof InvalidReturnError ? error.advice : undefined;
  return advice === undefined ? getMessage(error) : `${getMessage(error)}. ${advice}`;
}
