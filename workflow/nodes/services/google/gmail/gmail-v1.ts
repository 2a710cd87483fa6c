import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { parseFieldNames } from "../../../core/fields/field-path.ts";
import { encodePathPart } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { DRAFTS } from "./drafts.ts";
import { getMailboxPath, gmailApiRequest, gmailApiRequestAllItems, readMailLimit } from "./gmail-api.ts";
import { LABELS } from "./labels.ts";
import { MESSAGES } from "./messages.ts";
import { createMailQuery, parseMessage } from "./read-mail.ts";

/** The format with which the node parses messages. Without it, version 1 returns messages in the API's format. */
const RESOLVED = "resolved";
/** The default limit of version 1. */
const STANDARD_COUNT = 10;

async function readOne(context: NodeContext, itemIndex: number, path: string): Promise<Item> {
  const format = context.text("additionalFields.format", itemIndex, RESOLVED);
  const query = { format: format === RESOLVED ? "raw" : format };
  const answer = await gmailApiRequest(context, itemIndex, "GET", path, { query });
  if (format !== RESOLVED) return { json: answer };
  const isDraft = path.startsWith("/drafts/");
  const prefix = context.text(
    isDraft ? "additionalFields.dataPropertyAttachmentsPrefixName" : "additionalFields.attachmentsPrefix",
    itemIndex,
    "attachment_",
  );
  if (!isDraft) return parseMessage(answer, { prefix });
  const { json, ...files } = await parseMessage((answer.message ?? {}) as JsonObject, { prefix });
  return { ...files, json: { ...json, id: answer.id ?? "", messageId: json.id ?? "" } };
}

function createReadOperations(list: "messages" | "drafts"): {
  get: ServiceOperation;
  getAll: ServiceOperation;
} {
  const operation = { methods: ["GET"], paths: getMailboxPath(`/${list}/**`) } as const;
  const path = (id: string) => `/${list}/${encodePathPart(id)}`;
  return {
    get: {
      ...operation,
      each: async (context, itemIndex) => [
        await readOne(context, itemIndex, path(context.text("messageId", itemIndex).trim())),
      ],
    },
    getAll: {
      ...operation,
      async each(context, itemIndex) {
        const count = readMailLimit(context, itemIndex, STANDARD_COUNT);
        const query = createMailQuery(context, itemIndex, "additionalFields");
        const listed = await gmailApiRequestAllItems(context, itemIndex, list, query, count);
        if (context.text("additionalFields.format", itemIndex, RESOLVED) === "ids")
          return listed.map((json) => ({ json }));
        const items: Item[] = [];
        for (const { id } of listed) items.push(await readOne(context, itemIndex, path(toText(id))));
        return items;
      },
    },
  };
}

function relabel(change: "addLabelIds" | "removeLabelIds"): ServiceOperation {
  return {
    methods: ["POST"],
    paths: getMailboxPath("/messages/*/modify"),
    async each(context, itemIndex) {
      const path = `/messages/${encodePathPart(context.text("messageId", itemIndex).trim())}/modify`;
      const body = { [change]: parseFieldNames(context.parameter("labelIds", itemIndex)) };
      return [{ json: await gmailApiRequest(context, itemIndex, "POST", path, { body }) }];
    },
  };
}

const messages = createReadOperations("messages");
const drafts = createReadOperations("drafts");
const selectShared = ({ ...operations }: ServiceOperations, ...names: string[]): ServiceOperations =>
  Object.fromEntries(names.flatMap((name) => (operations[name] ? [[name, operations[name]]] : [])));

/** Operations of version 1. */
export const GMAIL_V1: ServiceOperations = {
  ...LABELS,
  ...selectShared(MESSAGES, "message.delete", "message.send", "message.reply"),
  ...selectShared(DRAFTS, "draft.create", "draft.delete"),
  "message.get": messages.get,
  "message.getAll": messages.getAll,
  "draft.get": drafts.get,
  "draft.getAll": drafts.getAll,
  "messageLabel.add": relabel("addLabelIds"),
  "messageLabel.remove": relabel("removeLabelIds"),
};
