import type { NodeType } from "../../../model/node-type.ts";
import { createServiceNode, type ServiceOperations } from "../service-node.ts";
import { CHATS_AND_FILES } from "./chats-and-files.ts";
import { MESSAGES } from "./messages.ts";

const OPERATIONS: ServiceOperations = { ...MESSAGES, ...CHATS_AND_FILES };

const STANDARD = {
  resource: "message",
  operations: { callback: "answerQuery", chat: "get", file: "get", message: "sendMessage" },
};

/** Telegram bots, called with the connector `telegram`. */
export const TELEGRAM_NODES: readonly NodeType[] = [
  createServiceNode({
    types: ["n8n-nodes-base.telegram"],
    versions: [1, 1.1, 1.2],
    service: "telegram",
    operations: () => OPERATIONS,
    standard: () => STANDARD,
  }),
];
