import type { NodeType } from "../../../model/node-type.ts";
import { changedDate } from "./version-1.ts";
import { reckonedDate } from "./version-2.ts";

/** Formats dates and reckons with them. */
export const DATE_TIME_NODE: NodeType = {
  types: ["n8n-nodes-base.dateTime"],
  versions: [1, 2],
  execute: async (context) => [
    await context.each((item, index) => [
      context.node.version < 2 ? changedDate(context, item, index) : reckonedDate(context, item, index),
    ]),
  ],
};
