import { isObject } from "../../../../model/is-object.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { encodePathPart } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { getMailboxPath, gmailApiRequest, readMailLimit } from "./gmail-api.ts";

const getPath = (context: NodeContext, itemIndex: number) =>
  `/labels/${encodePathPart(context.text("labelId", itemIndex).trim())}`;

const create: ServiceOperation = {
  methods: ["POST"],
  paths: getMailboxPath("/labels"),
  async each(context, itemIndex) {
    const isEarly = context.node.version < 2;
    const getOption = (name: string, fallback: string) =>
      context.text(isEarly ? name : `options.${name}`, itemIndex, fallback);
    const body = {
      labelListVisibility: getOption("labelListVisibility", "labelShow"),
      messageListVisibility: getOption("messageListVisibility", "show"),
      name: context.text("name", itemIndex),
    };
    return [{ json: await gmailApiRequest(context, itemIndex, "POST", "/labels", { body }) }];
  },
};

const deleteLabel: ServiceOperation = {
  methods: ["DELETE"],
  paths: getMailboxPath("/labels/*"),
  async each(context, itemIndex) {
    await gmailApiRequest(context, itemIndex, "DELETE", getPath(context, itemIndex));
    return [{ json: { success: true } }];
  },
};

const get: ServiceOperation = {
  methods: ["GET"],
  paths: getMailboxPath("/labels/*"),
  each: async (context, itemIndex) => [
    { json: await gmailApiRequest(context, itemIndex, "GET", getPath(context, itemIndex)) },
  ],
};

const getAll: ServiceOperation = {
  methods: ["GET"],
  paths: getMailboxPath("/labels"),
  async each(context, itemIndex) {
    const { labels } = await gmailApiRequest(context, itemIndex, "GET", "/labels");
    const listed = Array.isArray(labels) ? labels.filter(isObject) : [];
    return listed.slice(0, readMailLimit(context, itemIndex)).map((json) => ({ json }));
  },
};

export const LABELS: ServiceOperations = {
  "label.create": create,
  "label.delete": deleteLabel,
  "label.get": get,
  "label.getAll": getAll,
};
