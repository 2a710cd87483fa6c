import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { invitationMail } from "../invitation-mail.ts";
import { sendAndWait } from "../send-and-wait.ts";
import { askService } from "../service-call.ts";
import { type ServiceOperations, serviceNode } from "../service-node.ts";
import { mailOf } from "./mail.ts";

const sent = (context: NodeContext, itemIndex: number, body: JsonObject) =>
  askService(context, itemIndex, {
    service: "smtp",
    method: "POST",
    path: "/messages",
    body,
    tellsReason: true,
  });

const OPERATIONS: ServiceOperations = {
  "email.send": {
    methods: ["POST"],
    paths: ["/messages"],
    each: async (context, itemIndex, item) => {
      const answer = await sent(context, itemIndex, mailOf(context, itemIndex, item));
      return [{ json: isObject(answer) ? answer : {} }];
    },
  },
  "email.sendAndWait": sendAndWait({
    methods: ["POST"],
    paths: ["/messages"],
    send: (context, { subject, ...invitation }) =>
      sent(context, 0, {
        from: context.text("fromEmail", 0),
        to: context.text("toEmail", 0),
        subject,
        ...invitationMail(invitation),
      }),
  }),
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
