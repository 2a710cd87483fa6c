import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { parseFieldNames } from "../../../core/fields/field-path.ts";
import { encodePathPart } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { replyToMessage } from "./compose-mail.ts";
import { getMailboxPath, gmailApiRequest, gmailApiRequestAllItems, readMailLimit } from "./gmail-api.ts";
import { createMailQuery, loadLabelNames, SHORT_FORM, simplifyMessage } from "./read-mail.ts";

const getPath = (context: NodeContext, itemIndex: number) =>
  `/threads/${encodePathPart(context.text("threadId", itemIndex).trim())}`;

const getMessages = ({ messages }: JsonObject): JsonObject[] =>
  Array.isArray(messages) ? messages.filter(isObject) : [];

const get: ServiceOperation = {
  methods: ["GET"],
  paths: getMailboxPath("/threads/*", "/labels"),
  async each(context, itemIndex) {
    const isShort = context.flag("simple", itemIndex, true);
    const query = isShort ? SHORT_FORM : { format: "full" };
    const thread = await gmailApiRequest(context, itemIndex, "GET", getPath(context, itemIndex), { query });
    const names = isShort ? await loadLabelNames(context, itemIndex) : new Map<string, string>();
    const messages = getMessages(thread).map((message) =>
      isShort ? simplifyMessage(message, names) : message,
    );
    return context.flag("options.returnOnlyMessages", itemIndex)
      ? messages.map((json) => ({ json }))
      : [{ json: { ...thread, messages } }];
  },
};

const getAll: ServiceOperation = {
  methods: ["GET"],
  paths: getMailboxPath("/threads"),
  async each(context, itemIndex) {
    const query = createMailQuery(context, itemIndex);
    const threads = await gmailApiRequestAllItems(
      context,
      itemIndex,
      "threads",
      query,
      readMailLimit(context, itemIndex),
    );
    return threads.map((json) => ({ json }));
  },
};

const reply: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: getMailboxPath("/profile", "/threads/*", "/messages/**"),
  async each(context, itemIndex, item) {
    const messageId = context.text("messageId", itemIndex).trim();
    if (messageId !== "") return replyToMessage(context, itemIndex, item, messageId);
    const query = { format: "minimal" };
    const thread = await gmailApiRequest(context, itemIndex, "GET", getPath(context, itemIndex), { query });
    const last = getMessages(thread).at(-1);
    if (!last) throw context.failure("The thread has no messages", { field: "threadId", itemIndex });
    return replyToMessage(context, itemIndex, item, toText(last.id));
  },
};

const deleteThread: ServiceOperation = {
  methods: ["DELETE"],
  paths: getMailboxPath("/threads/*"),
  async each(context, itemIndex) {
    await gmailApiRequest(context, itemIndex, "DELETE", getPath(context, itemIndex));
    return [{ json: { success: true } }];
  },
};

function createPostOperation(
  action: string,
  body?: (context: NodeContext, itemIndex: number) => JsonObject,
): ServiceOperation {
  return {
    methods: ["POST"],
    paths: getMailboxPath(`/threads/*/${action}`),
    async each(context, itemIndex) {
      const path = `${getPath(context, itemIndex)}/${action}`;
      const sent = body ? { body: body(context, itemIndex) } : {};
      return [{ json: await gmailApiRequest(context, itemIndex, "POST", path, sent) }];
    },
  };
}

const labels = (change: "addLabelIds" | "removeLabelIds") => (context: NodeContext, itemIndex: number) => ({
  [change]: parseFieldNames(context.parameter("labelIds", itemIndex)),
});

export const THREADS: ServiceOperations = {
  "thread.addLabels": createPostOperation("modify", labels("addLabelIds")),
  "thread.delete": deleteThread,
  "thread.get": get,
  "thread.getAll": getAll,
  "thread.removeLabels": createPostOperation("modify", labels("removeLabelIds")),
  "thread.reply": reply,
  "thread.trash": createPostOperation("trash"),
  "thread.untrash": createPostOperation("untrash"),
};
