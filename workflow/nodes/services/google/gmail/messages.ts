import type { Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { parseFieldNames } from "../../../core/fields/field-path.ts";
import { createSendAndWait, createWaitMail } from "../../send-and-wait.ts";

import { encodePathPart } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { encodeMail, normalizeAddresses, readMailParameters, replyToMessage } from "./compose-mail.ts";
import { getMailboxPath, gmailApiRequest, gmailApiRequestAllItems, readMailLimit } from "./gmail-api.ts";
import {
  createMailQuery,
  loadLabelNames,
  parseMessage,
  readAttachmentOptions,
  SHORT_FORM,
  simplifyMessage,
} from "./read-mail.ts";

const getMessageId = (context: NodeContext, itemIndex: number) =>
  encodePathPart(context.text("messageId", itemIndex).trim());

const send: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: getMailboxPath("/profile", "/messages/send"),
  async each(context, itemIndex, item) {
    const raw = await encodeMail(await readMailParameters(context, itemIndex, item));
    return [{ json: await gmailApiRequest(context, itemIndex, "POST", "/messages/send", { body: { raw } }) }];
  },
};

const reply: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: getMailboxPath("/profile", "/messages/**"),
  each: (context, itemIndex, item) =>
    replyToMessage(context, itemIndex, item, context.text("messageId", itemIndex).trim()),
};

/** Loads the messages with these IDs, simplified or complete. */
async function readMessages(
  context: NodeContext,
  itemIndex: number,
  ids: readonly string[],
): Promise<Item[]> {
  const items: Item[] = [];
  const isShort = context.flag("simple", itemIndex, true);
  const names =
    isShort && ids.length > 0 ? await loadLabelNames(context, itemIndex) : new Map<string, string>();
  for (const id of ids) {
    const query = isShort ? SHORT_FORM : { format: "raw" };
    const message = await gmailApiRequest(context, itemIndex, "GET", `/messages/${id}`, { query });
    items.push(
      isShort
        ? { json: simplifyMessage(message, names) }
        : await parseMessage(message, readAttachmentOptions(context, itemIndex)),
    );
  }
  return items;
}

const READS = { methods: ["GET"], paths: getMailboxPath("/messages/**", "/labels") } as const;

const get: ServiceOperation = {
  ...READS,
  each: (context, itemIndex) => readMessages(context, itemIndex, [getMessageId(context, itemIndex)]),
};

const getAll: ServiceOperation = {
  ...READS,
  async each(context, itemIndex) {
    const query = createMailQuery(context, itemIndex);
    const listed = await gmailApiRequestAllItems(
      context,
      itemIndex,
      "messages",
      query,
      readMailLimit(context, itemIndex),
    );
    return readMessages(
      context,
      itemIndex,
      listed.map(({ id }) => encodePathPart(toText(id))),
    );
  },
};

const deleteMessage: ServiceOperation = {
  methods: ["DELETE"],
  paths: getMailboxPath("/messages/*"),
  async each(context, itemIndex) {
    await gmailApiRequest(context, itemIndex, "DELETE", `/messages/${getMessageId(context, itemIndex)}`);
    return [{ json: { success: true } }];
  },
};

/** Creates an operation that adds labels to a message or removes them. */
function relabel(
  change: "addLabelIds" | "removeLabelIds",
  labels: (context: NodeContext, itemIndex: number) => string[],
): ServiceOperation {
  return {
    methods: ["POST"],
    paths: getMailboxPath("/messages/*/modify"),
    async each(context, itemIndex) {
      const path = `/messages/${getMessageId(context, itemIndex)}/modify`;
      const body = { [change]: labels(context, itemIndex) };
      return [{ json: await gmailApiRequest(context, itemIndex, "POST", path, { body }) }];
    },
  };
}

const getLabelNames = (context: NodeContext, itemIndex: number) =>
  parseFieldNames(context.parameter("labelIds", itemIndex));

const asks = createSendAndWait({
  methods: ["POST"],
  paths: getMailboxPath("/messages/send"),
  async send(context, { subject, ...invitation }) {
    const to = normalizeAddresses(context.parameter("sendTo", 0));
    const raw = await encodeMail({ to, subject, ...createWaitMail(invitation), attachments: [] });
    return gmailApiRequest(context, 0, "POST", "/messages/send", { body: { raw } });
  },
});

export const MESSAGES: ServiceOperations = {
  "message.addLabels": relabel("addLabelIds", getLabelNames),
  "message.delete": deleteMessage,
  "message.get": get,
  "message.getAll": getAll,
  "message.markAsRead": relabel("removeLabelIds", () => ["UNREAD"]),
  "message.markAsUnread": relabel("addLabelIds", () => ["UNREAD"]),
  "message.removeLabels": relabel("removeLabelIds", getLabelNames),
  "message.reply": reply,
  "message.send": send,
  "message.sendAndWait": asks,
};
