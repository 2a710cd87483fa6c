import { isObject } from "../../../../model/is-object.ts";
import type { Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { encodePathPart } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { encodeMail, readMailParameters } from "./compose-mail.ts";
import { getMailboxPath, gmailApiRequest, gmailApiRequestAllItems, readMailLimit } from "./gmail-api.ts";

import { parseMessage, readAttachmentOptions } from "./read-mail.ts";

const getDraftId = (context: NodeContext, itemIndex: number) => context.text("messageId", itemIndex).trim();

const create: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: getMailboxPath("/profile", "/drafts"),
  async each(context, itemIndex, item) {
    const raw = await encodeMail(await readMailParameters(context, itemIndex, item));
    const threadId = context.text("options.threadId", itemIndex);
    const body = { message: { raw, ...(threadId !== "" && { threadId }) } };
    return [{ json: await gmailApiRequest(context, itemIndex, "POST", "/drafts", { body }) }];
  },
};

const deleteDraft: ServiceOperation = {
  methods: ["DELETE"],
  paths: getMailboxPath("/drafts/*"),
  async each(context, itemIndex) {
    await gmailApiRequest(
      context,
      itemIndex,
      "DELETE",
      `/drafts/${encodePathPart(getDraftId(context, itemIndex))}`,
    );
    return [{ json: { success: true } }];
  },
};

/** Returns a draft as a message with the draft's ID. */
async function readDraft(context: NodeContext, itemIndex: number, id: string): Promise<Item> {
  const query = { format: "raw" };
  const draft = await gmailApiRequest(context, itemIndex, "GET", `/drafts/${encodePathPart(id)}`, { query });
  const message = isObject(draft.message) ? draft.message : {};
  const { json, ...files } = await parseMessage(message, readAttachmentOptions(context, itemIndex));
  return { ...files, json: { ...json, id: draft.id ?? id, messageId: json.id ?? "" } };
}

const get: ServiceOperation = {
  methods: ["GET"],
  paths: getMailboxPath("/drafts/*"),
  each: async (context, itemIndex) => [await readDraft(context, itemIndex, getDraftId(context, itemIndex))],
};

const getAll: ServiceOperation = {
  methods: ["GET"],
  paths: getMailboxPath("/drafts/**"),
  async each(context, itemIndex) {
    const includeSpamTrash = context.flag("options.includeSpamTrash", itemIndex);
    const query = includeSpamTrash ? { includeSpamTrash } : {};
    const drafts = await gmailApiRequestAllItems(
      context,
      itemIndex,
      "drafts",
      query,
      readMailLimit(context, itemIndex),
    );
    const items: Item[] = [];
    for (const { id } of drafts) items.push(await readDraft(context, itemIndex, toText(id)));
    return items;
  },
};

export const DRAFTS: ServiceOperations = {
  "draft.create": create,
  "draft.delete": deleteDraft,
  "draft.get": get,
  "draft.getAll": getAll,
};
