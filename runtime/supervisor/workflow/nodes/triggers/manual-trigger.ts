import type { NodeType } from "../../model/node-type.ts";
import { EVERY_VERSION } from "./every-version.ts";

/** Hands on what the caller gave; nothing: one empty item, as a press of the button does. */
export const manualTrigger: NodeType = {
  types: ["n8n-nodes-base.manualTrigger", "n8n-nodes-base.start"],
  versions: EVERY_VERSION,
  trigger: true,
  execute: ({ items }) => [items],
};
