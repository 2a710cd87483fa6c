import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { passesFilter } from "./conditions/filter-conditions.ts";
import { passesTypedLists } from "./conditions/typed-lists.ts";
import { passesOrFails, toPairedItem } from "./continue-on-fail.ts";

/** If: sends items that meet the conditions to the first output and all others to the second. */
export const IF_NODE: NodeType = {
  types: ["n8n-nodes-base.if"],
  versions: [1, 2, 2.1, 2.2, 2.3],
  outputs: () => 2,
  execute: divide,
};

function divide(context: NodeContext): Outputs {
  const passed: Item[] = [];
  const others: Item[] = [];
  for (const [index, item] of context.items.entries()) {
    const passes = passesOrFails(context, () => passesIf(context, index));
    (passes ? passed : others).push(toPairedItem(item, index));
  }
  return [passed, others];
}

function passesIf(context: NodeContext, index: number): boolean {
  if (context.node.version >= 2) return passesFilter(context, "conditions", index);
  const combine = context.text("combineOperation", index, "all") === "any" ? "any" : "all";
  return passesTypedLists(context, "conditions", index, combine);
}
