import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { passesFilter } from "./conditions/filter-conditions.ts";
import { passesTypedLists } from "./conditions/typed-lists.ts";
import { continueOnFail, toPairedItem } from "./continue-on-fail.ts";

/**
 * Lets items pass that meet its conditions. What it leaves out is in the trace as a second output, from which no
 * arrow can lead; an output for errors takes its place.
 */
export const FILTER_NODE: NodeType = {
  types: ["n8n-nodes-base.filter"],
  versions: [1, 2, 2.1, 2.2, 2.3],
  leavesOut: true,
  outputs: (node) => (node.onError === "continueErrorOutput" ? 1 : 2),
  execute: keepPassing,
};

function keepPassing(context: NodeContext): Outputs {
  const kept: Item[] = [];
  const discarded: Item[] = [];
  for (const [index, item] of context.items.entries()) {
    const passes = continueOnFail(
      context,
      () => passesIt(context, index),
      () => false,
    );
    (passes ? kept : discarded).push(toPairedItem(item, index));
  }
  return context.node.onError === "continueErrorOutput" ? [kept] : [kept, discarded];
}

function passesIt(context: NodeContext, index: number): boolean {
  if (context.node.version >= 2) return passesFilter(context, "conditions", index);
  const combine = context.text("combineConditions", index, "AND") === "OR" ? "any" : "all";
  return passesTypedLists(context, "conditions", index, combine);
}
