import { isObject } from "../../../../model/is-object.ts";
import type { Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { inPath } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { composed, mailOfNode } from "./compose-mail.ts";
import { askGmail, inMailbox, listOfGmail, wantedCount } from "./gmail-api.ts";

import { parsedMessage, wantedFiles } from "./read-mail.ts";

const idOf = (context: NodeContext, itemIndex: number) => context.text("messageId", itemIndex).trim();

const create: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: inMailbox("/profile", "/drafts"),
  async each(context, itemIndex, item) {
    const raw = await composed(await mailOfNode(context, itemIndex, item));
    const threadId = context.text("options.threadId", itemIndex);
    const body = { message: { raw, ...(threadId !== "" && { threadId }) } };
    return [{ json: await askGmail(context, itemIndex, "POST", "/drafts", { body }) }];
  },
};

const deleteDraft: ServiceOperation = {
  methods: ["DELETE"],
  paths: inMailbox("/drafts/*"),
  async each(context, itemIndex) {
    await askGmail(context, itemIndex, "DELETE", `/drafts/${inPath(idOf(context, itemIndex))}`);
    return [{ json: { success: true } }];
  },
};

/** A draft as a message with the draft's own id. */
async function readDraft(context: NodeContext, itemIndex: number, id: string): Promise<Item> {
  const query = { format: "raw" };
  const draft = await askGmail(context, itemIndex, "GET", `/drafts/${inPath(id)}`, { query });
  const message = isObject(draft.message) ? draft.message : {};
  const { json, ...files } = await parsedMessage(message, wantedFiles(context, itemIndex));
  return { ...files, json: { ...json, id: draft.id ?? id, messageId: json.id ?? "" } };
}

const get: ServiceOperation = {
  methods: ["GET"],
  paths: inMailbox("/drafts/*"),
  each: async (context, itemIndex) => [await readDraft(context, itemIndex, idOf(context, itemIndex))],
};

const getAll: ServiceOperation = {
  methods: ["GET"],
  paths: inMailbox("/drafts/**"),
  async each(context, itemIndex) {
    const includeSpamTrash = context.flag("options.includeSpamTrash", itemIndex);
    const query = includeSpamTrash ? { includeSpamTrash } : {};
    const drafts = await listOfGmail(context, itemIndex, "drafts", query, wantedCount(context, itemIndex));
    const items: Item[] = [];
    for (const { id } of drafts) items.push(await readDraft(context, itemIndex, toText(id)));
    return items;
  },
};

/** What is done with drafts. */
export const DRAFTS: ServiceOperations = {
  "draft.create": create,
  "draft.delete": deleteDraft,
  "draft.get": get,
  "draft.getAll": getAll,
};
