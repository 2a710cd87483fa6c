import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { passesFilter } from "./conditions/filter-conditions.ts";
import { passesTypedLists } from "./conditions/typed-lists.ts";
import { passedOn, unlessItGoesOn } from "./pass-on.ts";

/** Lets items pass that meet its conditions. */
export const FILTER_NODE: NodeType = {
  types: ["n8n-nodes-base.filter"],
  versions: [1, 2, 2.1, 2.2, 2.3],
  execute: keepPassing,
};

function keepPassing(context: NodeContext): Outputs {
  const kept: Item[] = [];
  for (const [index, item] of context.items.entries()) {
    const passes = unlessItGoesOn(
      context,
      () => passesIt(context, index),
      () => false,
    );
    if (passes) kept.push(passedOn(item, index));
  }
  return [kept];
}

function passesIt(context: NodeContext, index: number): boolean {
  if (context.node.version >= 2) return passesFilter(context, "conditions", index);
  const combine = context.text("combineConditions", index, "AND") === "OR" ? "any" : "all";
  return passesTypedLists(context, "conditions", index, combine);
}
