import type { Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { fieldNames } from "../../../core/fields/field-path.ts";
import { invitationMail, sendAndWait } from "../../send-and-wait.ts";

import { inPath } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { addresses, composed, mailOfNode, replyToMessage } from "./compose-mail.ts";
import { askGmail, inMailbox, listOfGmail, wantedCount } from "./gmail-api.ts";
import { labelNames, mailQuery, parsedMessage, SHORT_FORM, shortMessage, wantedFiles } from "./read-mail.ts";

const idOf = (context: NodeContext, itemIndex: number) => inPath(context.text("messageId", itemIndex).trim());

const send: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: inMailbox("/profile", "/messages/send"),
  async each(context, itemIndex, item) {
    const raw = await composed(await mailOfNode(context, itemIndex, item));
    return [{ json: await askGmail(context, itemIndex, "POST", "/messages/send", { body: { raw } }) }];
  },
};

const reply: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: inMailbox("/profile", "/messages/**"),
  each: (context, itemIndex, item) =>
    replyToMessage(context, itemIndex, item, context.text("messageId", itemIndex).trim()),
};

/** Messages by their ids, in short or whole, as the node wants them. */
async function readMessages(
  context: NodeContext,
  itemIndex: number,
  ids: readonly string[],
): Promise<Item[]> {
  const items: Item[] = [];
  const isShort = context.flag("simple", itemIndex, true);
  const names = isShort && ids.length > 0 ? await labelNames(context, itemIndex) : new Map<string, string>();
  for (const id of ids) {
    const query = isShort ? SHORT_FORM : { format: "raw" };
    const message = await askGmail(context, itemIndex, "GET", `/messages/${id}`, { query });
    items.push(
      isShort
        ? { json: shortMessage(message, names) }
        : await parsedMessage(message, wantedFiles(context, itemIndex)),
    );
  }
  return items;
}

const READS = { methods: ["GET"], paths: inMailbox("/messages/**", "/labels") } as const;

const get: ServiceOperation = {
  ...READS,
  each: (context, itemIndex) => readMessages(context, itemIndex, [idOf(context, itemIndex)]),
};

const getAll: ServiceOperation = {
  ...READS,
  async each(context, itemIndex) {
    const query = mailQuery(context, itemIndex);
    const listed = await listOfGmail(context, itemIndex, "messages", query, wantedCount(context, itemIndex));
    return readMessages(
      context,
      itemIndex,
      listed.map(({ id }) => inPath(toText(id))),
    );
  },
};

const deleteMessage: ServiceOperation = {
  methods: ["DELETE"],
  paths: inMailbox("/messages/*"),
  async each(context, itemIndex) {
    await askGmail(context, itemIndex, "DELETE", `/messages/${idOf(context, itemIndex)}`);
    return [{ json: { success: true } }];
  },
};

/** Puts labels on a message, or takes them off. */
function relabel(
  change: "addLabelIds" | "removeLabelIds",
  labels: (context: NodeContext, itemIndex: number) => string[],
): ServiceOperation {
  return {
    methods: ["POST"],
    paths: inMailbox("/messages/*/modify"),
    async each(context, itemIndex) {
      const path = `/messages/${idOf(context, itemIndex)}/modify`;
      const body = { [change]: labels(context, itemIndex) };
      return [{ json: await askGmail(context, itemIndex, "POST", path, { body }) }];
    },
  };
}

const namedLabels = (context: NodeContext, itemIndex: number) =>
  fieldNames(context.parameter("labelIds", itemIndex));

const asks = sendAndWait({
  methods: ["POST"],
  paths: inMailbox("/messages/send"),
  async send(context, { subject, ...invitation }) {
    const to = addresses(context.parameter("sendTo", 0));
    const raw = await composed({ to, subject, ...invitationMail(invitation), attachments: [] });
    return askGmail(context, 0, "POST", "/messages/send", { body: { raw } });
  },
});

/** What is done with messages. */
export const MESSAGES: ServiceOperations = {
  "message.addLabels": relabel("addLabelIds", namedLabels),
  "message.delete": deleteMessage,
  "message.get": get,
  "message.getAll": getAll,
  "message.markAsRead": relabel("removeLabelIds", () => ["UNREAD"]),
  "message.markAsUnread": relabel("addLabelIds", () => ["UNREAD"]),
  "message.removeLabels": relabel("removeLabelIds", namedLabels),
  "message.reply": reply,
  "message.send": send,
  "message.sendAndWait": asks,
};
