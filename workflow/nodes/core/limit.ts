import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { toPairedItem } from "./continue-on-fail.ts";

/** Passes on the first or last items. */
export const LIMIT_NODE: NodeType = {
  types: ["n8n-nodes-base.limit"],
  versions: [1],
  execute: limitItems,
};

export function limitItems(context: NodeContext): Outputs {
  const most = context.number("maxItems", 0, 1);
  const items = context.items.map((item, index) => toPairedItem(item, index));
  if (most > items.length) return [items];
  const isFirst = context.text("keep", 0, "firstItems") === "firstItems";
  return [isFirst ? items.slice(0, most) : items.slice(items.length - most)];
}
