import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import { getBinaryFile } from "../../files/binary-file.ts";
import { createSendAndWait, createWaitMail } from "../send-and-wait.ts";

import { serviceApiRequest } from "../service-call.ts";
import { createServiceNode, type ServiceOperations } from "../service-node.ts";

/** Returns the text, the HTML, or by default both. */
function getContent(context: NodeContext, itemIndex: number): JsonObject {
  const format = context.text("emailFormat", itemIndex, "both");
  const content: JsonObject = {};
  for (const kind of ["text", "html"] as const) {
    const text = format === kind || format === "both" ? context.text(kind, itemIndex) : "";
    if (text !== "") content[kind] = text;
  }
  return content;
}

function getAttachments(context: NodeContext, itemIndex: number, item: Item, path: string): JsonObject[] {
  return parseFieldNames(context.parameter(path, itemIndex)).map((field) => {
    const { bytes, fileName, mimeType } = getBinaryFile(context, item, itemIndex, field);
    return {
      filename: fileName ?? field,
      contentType: mimeType,
      content: Buffer.from(bytes).toString("base64"),
    };
  });
}

/** Returns a message in the connector's format. Some options of later versions are parameters in version 1. */
function buildMail(context: NodeContext, itemIndex: number, item: Item): JsonObject {
  const more = (field: string) =>
    context.node.version < 2 && field !== "replyTo" ? field : `options.${field}`;
  const mail: JsonObject = {
    from: context.text("fromEmail", itemIndex),
    to: context.text("toEmail", itemIndex),
    cc: context.text(more("ccEmail"), itemIndex),
    bcc: context.text(more("bccEmail"), itemIndex),
    replyTo: context.text(more("replyTo"), itemIndex),
    subject: context.text("subject", itemIndex),
    ...getContent(context, itemIndex),
  };
  const attachments = getAttachments(context, itemIndex, item, more("attachments"));
  return {
    ...Object.fromEntries(Object.entries(mail).filter(([, value]) => value !== "")),
    ...(attachments.length > 0 && { attachments }),
  };
}

const sendMail = (context: NodeContext, itemIndex: number, body: JsonObject) =>
  serviceApiRequest(context, itemIndex, {
    service: "smtp",
    method: "POST",
    path: "/messages",
    body,
    isReasonShown: true,
  });

const OPERATIONS: ServiceOperations = {
  "email.send": {
    methods: ["POST"],
    paths: ["/messages"],
    each: async (context, itemIndex, item) => {
      const answer = await sendMail(context, itemIndex, buildMail(context, itemIndex, item));
      return [{ json: isObject(answer) ? answer : {} }];
    },
  },
  "email.sendAndWait": createSendAndWait({
    methods: ["POST"],
    paths: ["/messages"],
    send: (context, { subject, ...invitation }) =>
      sendMail(context, 0, {
        from: context.text("fromEmail", 0),
        to: context.text("toEmail", 0),
        subject,
        ...createWaitMail(invitation),
      }),
  }),
};

/** The Send Email node, which uses the caller's mail server, with the connector `smtp`. */
export const SMTP_NODES: readonly NodeType[] = [
  createServiceNode({
    types: ["n8n-nodes-base.emailSend"],
    versions: [1, 2, 2.1],
    service: "smtp",
    operations: () => OPERATIONS,
    standard: () => ({ resource: "email", operations: { email: "send" } }),
  }),
];
