import type { NodeType } from "../../model/node-type.ts";
import { withInputFiles } from "./input-files.ts";
import { findReferencedFiles } from "./referenced-files.ts";

/** For types that n8n never gave a second version: whatever a file says, it is the only one. */
export const EVERY_VERSION: readonly number[] = Array.from({ length: 40 }, (_, tenths) => (10 + tenths) / 10);

/** Hands on what the caller gave; nothing: one empty item, as a press of the button does. */
export const manualTrigger: NodeType = {
  types: ["n8n-nodes-base.manualTrigger", "n8n-nodes-base.start"],
  versions: EVERY_VERSION,
  trigger: true,
  execute({ node, workflow, items }) {
    const files = findReferencedFiles(workflow, node);
    return [items.map((item) => withInputFiles(files, item))];
  },
};

/** Begins a workflow that others call when they fail. Called by hand it gives what the caller gave. */
export const errorTrigger: NodeType = {
  types: ["n8n-nodes-base.errorTrigger"],
  versions: EVERY_VERSION,
  trigger: true,
  execute: ({ items }) => [items],
};

/** What timers were before the schedule trigger; they give an empty item, or what the caller gave. */
export const legacyTimers: NodeType = {
  types: ["n8n-nodes-base.cron", "n8n-nodes-base.interval"],
  versions: EVERY_VERSION,
  trigger: true,
  execute: ({ items }) => [items],
};

const refusing = (types: NodeType["types"], why: string): NodeType => ({
  types,
  versions: EVERY_VERSION,
  trigger: true,
  unsupported: () => why,
});

const byService = refusing(
  ["service trigger"],
  "waits for an event of a service; an agent begins with a message. Give the workflow a chat, webhook, form or manual trigger as well",
);

/** Serves tools to other programs. */
export const mcpTrigger: NodeType = refusing(
  ["@n8n/n8n-nodes-langchain.mcpTrigger"],
  "serves tools to MCP clients; an agent begins with a message. Give the workflow a chat, webhook, form or manual trigger as well",
);

/** Triggers of older services do not say in their name that they are. */
const OTHERS = new Set(["n8n-nodes-base.emailReadImap", "n8n-nodes-base.sseTrigger"]);

/** A trigger that a service's event begins, by the way that n8n names them. */
export function serviceTrigger(type: string): NodeType | undefined {
  return /\.[a-zA-Z0-9]+Trigger$/.test(type) || OTHERS.has(type) ? byService : undefined;
}
