import type { NodeType } from "../../../model/node-type.ts";
import { createServiceNode, type ServiceOperations } from "../service-node.ts";
import { CHANNELS_AND_MEMBERS } from "./channels-and-members.ts";
import { MESSAGES } from "./messages.ts";

const OPERATIONS: ServiceOperations = { ...MESSAGES, ...CHANNELS_AND_MEMBERS };

const BOT = createServiceNode({
  types: ["n8n-nodes-base.discord"],
  versions: [2],
  service: "discord",
  operations: () => OPERATIONS,
  standard: () => ({
    resource: "channel",
    operations: { channel: "create", message: "send", member: "getAll" },
  }),
});

/**
 * Discord, called as a bot with the connector `discord`. A webhook's URL is a credential, which exports do not contain.
 */
export const DISCORD_NODES: readonly NodeType[] = [
  {
    ...BOT,
    unsupported: (node, workflow) =>
      node.parameters.authentication === "webhook"
        ? "it posts to a Discord webhook, and the export does not contain its URL. Send as a bot or with HTTP Request"
        : BOT.unsupported?.(node, workflow),
  },
];
