import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { passesFilter } from "./conditions/filter-conditions.ts";
import { passesTypedLists } from "./conditions/typed-lists.ts";
import { passesOrFails, toPairedItem } from "./continue-on-fail.ts";

/**
 * Filter: passes on items that meet its conditions. The trace shows all other items on a second output, which has no
 * connections. An enabled error output replaces it.
 */
export const FILTER_NODE: NodeType = {
  types: ["n8n-nodes-base.filter"],
  versions: [1, 2, 2.1, 2.2, 2.3],
  leavesOut: true,
  outputs: (node) => (node.onError === "continueErrorOutput" ? 1 : 2),
  execute: keepPassing,
};

function keepPassing(context: NodeContext): Outputs {
  const matches: Item[] = [];
  const discarded: Item[] = [];
  for (const [index, item] of context.items.entries()) {
    const passes = passesOrFails(context, () => passesIt(context, index));
    (passes ? matches : discarded).push(toPairedItem(item, index));
  }
  return context.node.onError === "continueErrorOutput" ? [matches] : [matches, discarded];
}

function passesIt(context: NodeContext, index: number): boolean {
  if (context.node.version >= 2) return passesFilter(context, "conditions", index);
  const combine = context.text("combineConditions", index, "AND") === "OR" ? "any" : "all";
  return passesTypedLists(context, "conditions", index, combine);
}
