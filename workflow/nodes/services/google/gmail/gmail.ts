import type { NodeType } from "../../../../model/node-type.ts";
import { createServiceNode, type ServiceOperations } from "../../service-node.ts";
import { GOOGLE } from "../google-api.ts";
import { DRAFTS } from "./drafts.ts";
import { GMAIL_V1 } from "./gmail-v1.ts";
import { LABELS } from "./labels.ts";
import { MESSAGES } from "./messages.ts";
import { THREADS } from "./threads.ts";

const OPERATIONS: ServiceOperations = { ...MESSAGES, ...THREADS, ...LABELS, ...DRAFTS };

const STANDARD = {
  resource: "message",
  operations: { message: "send", thread: "getAll", label: "getAll", draft: "create" },
};
const EARLY_STANDARD = {
  resource: "draft",
  operations: { message: "send", messageLabel: "add", label: "create", draft: "create" },
};

/** Gmail: messages, threads, labels and drafts. */
export const gmail: NodeType = createServiceNode({
  types: ["n8n-nodes-base.gmail"],
  versions: [1, 2, 2.1, 2.2],
  service: GOOGLE,
  operations: (version) => (version < 2 ? GMAIL_V1 : OPERATIONS),
  standard: (version) => (version < 2 ? EARLY_STANDARD : STANDARD),
});
