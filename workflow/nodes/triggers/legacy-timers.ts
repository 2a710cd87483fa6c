import type { NodeType } from "../../model/node-type.ts";
import { EVERY_VERSION } from "./every-version.ts";

/** What timers were before the schedule trigger; they give an empty item, or what the caller gave. */
export const legacyTimers: NodeType = {
  types: ["n8n-nodes-base.cron", "n8n-nodes-base.interval"],
  versions: EVERY_VERSION,
  trigger: true,
  execute: ({ items }) => [items],
};
