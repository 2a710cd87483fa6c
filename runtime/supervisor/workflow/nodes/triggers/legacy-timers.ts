import type { NodeType } from "../../model/node-type.ts";

/** What timers were before the schedule trigger; they give an empty item, or what the caller gave. */
export const legacyTimers: NodeType = {
  types: ["n8n-nodes-base.cron", "n8n-nodes-base.interval"],
  versions: [1],
  trigger: true,
  execute: ({ items }) => [items],
};
