import type { NodeType } from "../../../model/node-type.ts";
import { createServiceNode, type ServiceOperations } from "../service-node.ts";
import { CHANNELS } from "./channels.ts";
import { FILES } from "./files.ts";
import { MESSAGES, MESSAGES_V1 } from "./messages.ts";
import { REACTIONS_AND_STARS } from "./reactions-and-stars.ts";
import { USER_GROUPS } from "./user-groups.ts";
import { USERS, USERS_V1 } from "./users.ts";

const BOTH: ServiceOperations = { ...CHANNELS, ...FILES, ...REACTIONS_AND_STARS, ...USER_GROUPS };
const LEGACY: ServiceOperations = { ...BOTH, ...MESSAGES_V1, ...USERS_V1 };
const MODERN: ServiceOperations = { ...BOTH, ...MESSAGES, ...USERS };

const STANDARD = {
  resource: "message",
  operations: {
    channel: "create",
    file: "upload",
    message: "post",
    reaction: "add",
    star: "add",
    user: "info",
    userGroup: "create",
    userProfile: "get",
  },
};

/** Slack, called with the connector `slack`. */
export const SLACK_NODES: readonly NodeType[] = [
  createServiceNode({
    types: ["n8n-nodes-base.slack"],
    versions: [1, 2, 2.1, 2.2, 2.3],
    service: "slack",
    operations: (version) => (version < 2 ? LEGACY : MODERN),
    standard: () => STANDARD,
  }),
];
