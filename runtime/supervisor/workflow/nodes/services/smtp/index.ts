import { isObject } from "../../../model/is-object.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { askService } from "../service-call.ts";
import { type ServiceOperations, serviceNode } from "../service-node.ts";
import { mailOf } from "./mail.ts";

const NO_WAITING =
  "it waits for somebody's answer to a mail: a run here takes its input when it begins. Send the mail without waiting";

const OPERATIONS: ServiceOperations = {
  "email.send": {
    methods: ["POST"],
    paths: ["/messages"],
    each: async (context, itemIndex, item) => {
      const sent = await askService(context, itemIndex, {
        service: "smtp",
        method: "POST",
        path: "/messages",
        body: mailOf(context, itemIndex, item),
        tellsReason: true,
      });
      return [{ json: isObject(sent) ? sent : {} }];
    },
  },
  "email.sendAndWait": { methods: ["POST"], unsupported: () => NO_WAITING },
};

/** Mail through somebody's own mail server, by the connector `smtp`. */
export const SMTP_NODES: readonly NodeType[] = [
  serviceNode({
    types: ["n8n-nodes-base.emailSend"],
    versions: [1, 2, 2.1],
    service: "smtp",
    operations: () => OPERATIONS,
    standard: () => ({ resource: "email", operations: { email: "send" } }),
  }),
];
