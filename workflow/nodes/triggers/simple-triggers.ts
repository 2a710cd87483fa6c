import type { NodeType } from "../../model/node-type.ts";
import { withInputFiles } from "./input-files.ts";
import { findReferencedFiles } from "./referenced-files.ts";

/** The versions of node types that ignore the version in an export, because they have only one version. */
export const EVERY_VERSION: readonly number[] = Array.from({ length: 40 }, (_, tenths) => (10 + tenths) / 10);

/** Manual Trigger: outputs the caller's input, or one empty item without input. */
export const manualTrigger: NodeType = {
  types: ["n8n-nodes-base.manualTrigger", "n8n-nodes-base.start"],
  versions: EVERY_VERSION,
  trigger: true,
  execute({ node, workflow, items }) {
    const files = findReferencedFiles(workflow, node);
    return [items.map((item) => withInputFiles(files, item))];
  },
};

/** Error Trigger: starts a workflow that other workflows call if they fail. On Stoa it outputs the caller's input. */
export const errorTrigger: NodeType = {
  types: ["n8n-nodes-base.errorTrigger"],
  versions: EVERY_VERSION,
  trigger: true,
  execute: ({ items }) => [items],
};

/** Cron and Interval, the legacy schedule triggers. They output an empty item, or the caller's input. */
export const legacyTimers: NodeType = {
  types: ["n8n-nodes-base.cron", "n8n-nodes-base.interval"],
  versions: EVERY_VERSION,
  trigger: true,
  execute: ({ items }) => [items],
};

const createRefusingNode = (types: NodeType["types"], why: string): NodeType => ({
  types,
  versions: EVERY_VERSION,
  trigger: true,
  unsupported: () => why,
});

const byService = createRefusingNode(
  ["service trigger"],
  "it waits for an event from a service, but an agent starts with input. Add a chat, webhook, form or manual trigger",
);

/** MCP Server Trigger: serves tools to other programs. */
export const mcpTrigger: NodeType = createRefusingNode(
  ["@n8n/n8n-nodes-langchain.mcpTrigger"],
  "it serves tools to MCP clients, but an agent starts with input. Add a chat, webhook, form or manual trigger",
);

/** Triggers of older services whose names do not end in "Trigger". */
const OTHERS = new Set(["n8n-nodes-base.emailReadImap", "n8n-nodes-base.sseTrigger"]);

/** Returns the node type for the trigger of a service, or undefined if the name is not a trigger's name. */
export function createServiceTrigger(type: string): NodeType | undefined {
  return /\.[a-zA-Z0-9]+Trigger$/.test(type) || OTHERS.has(type) ? byService : undefined;
}
