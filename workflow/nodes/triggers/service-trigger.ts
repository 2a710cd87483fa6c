import type { NodeType } from "../../model/node-type.ts";
import { EVERY_VERSION } from "./every-version.ts";

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
