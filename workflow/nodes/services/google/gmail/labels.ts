import { isObject } from "../../../../model/is-object.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { inPath } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { askGmail, inMailbox, wantedCount } from "./gmail-api.ts";

const pathOf = (context: NodeContext, itemIndex: number) =>
  `/labels/${inPath(context.text("labelId", itemIndex).trim())}`;

const create: ServiceOperation = {
  methods: ["POST"],
  paths: inMailbox("/labels"),
  async each(context, itemIndex) {
    const isEarly = context.node.version < 2;
    const option = (name: string, fallback: string) =>
      context.text(isEarly ? name : `options.${name}`, itemIndex, fallback);
    const body = {
      labelListVisibility: option("labelListVisibility", "labelShow"),
      messageListVisibility: option("messageListVisibility", "show"),
      name: context.text("name", itemIndex),
    };
    return [{ json: await askGmail(context, itemIndex, "POST", "/labels", { body }) }];
  },
};

const deleteLabel: ServiceOperation = {
  methods: ["DELETE"],
  paths: inMailbox("/labels/*"),
  async each(context, itemIndex) {
    await askGmail(context, itemIndex, "DELETE", pathOf(context, itemIndex));
    return [{ json: { success: true } }];
  },
};

const get: ServiceOperation = {
  methods: ["GET"],
  paths: inMailbox("/labels/*"),
  each: async (context, itemIndex) => [
    { json: await askGmail(context, itemIndex, "GET", pathOf(context, itemIndex)) },
  ],
};

const getAll: ServiceOperation = {
  methods: ["GET"],
  paths: inMailbox("/labels"),
  async each(context, itemIndex) {
    const { labels } = await askGmail(context, itemIndex, "GET", "/labels");
    const listed = Array.isArray(labels) ? labels.filter(isObject) : [];
    return listed.slice(0, wantedCount(context, itemIndex)).map((json) => ({ json }));
  },
};

/** What is done with labels. */
export const LABELS: ServiceOperations = {
  "label.create": create,
  "label.delete": deleteLabel,
  "label.get": get,
  "label.getAll": getAll,
};
