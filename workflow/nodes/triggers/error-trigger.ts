import type { NodeType } from "../../model/node-type.ts";
import { EVERY_VERSION } from "./every-version.ts";

/** Begins a workflow that others call when they fail. Called by hand it gives what the caller gave. */
export const errorTrigger: NodeType = {
  types: ["n8n-nodes-base.errorTrigger"],
  versions: EVERY_VERSION,
  trigger: true,
  execute: ({ items }) => [items],
};
