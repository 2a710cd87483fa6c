import type { NodeType } from "../../model/node-type.ts";
import { EVERY_VERSION } from "./every-version.ts";

/** Does nothing. */
export const noOperation: NodeType = {
  types: ["n8n-nodes-base.noOp"],
  versions: EVERY_VERSION,
  execute: ({ items }) => [items],
};
