import type { NodeType } from "../../model/node-type.ts";

/** Does nothing. */
export const noOperation: NodeType = {
  types: ["n8n-nodes-base.noOp"],
  versions: [1],
  execute: ({ items }) => [items],
};
