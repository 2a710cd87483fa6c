import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { encodePathPart } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { readBlocks, toPlainText } from "./blocks.ts";
import { getNotionId, notionApiRequest, notionApiRequestAllItems, readLimit } from "./notion-api.ts";
import { readIcon } from "./property-values.ts";

import { simplifyObject } from "./simplify.ts";

/** Returns Notion's object, simplified if requested. */
export function toObjectItem(context: NodeContext, itemIndex: number, found: JsonObject): Item {
  const isSimple = context.flag("simple", itemIndex, true);
  return { json: isSimple ? simplifyObject(found, context.node.version) : found };
}

const create: ServiceOperation = {
  methods: ["POST"],
  paths: ["/v1/pages"],
  each: async (context, itemIndex) => {
    const page = await notionApiRequest(context, itemIndex, "POST", "/pages", {
      parent: { page_id: getNotionId(context, itemIndex, "pageId") },
      properties: { title: { title: toPlainText(context.text("title", itemIndex)) } },
      children: readBlocks(context, itemIndex),
      ...readIcon(context, itemIndex),
    });
    return [toObjectItem(context, itemIndex, page)];
  },
};

const archive: ServiceOperation = {
  methods: ["PATCH"],
  paths: ["/v1/pages/*"],
  each: async (context, itemIndex) => {
    const path = `/pages/${encodePathPart(getNotionId(context, itemIndex, "pageId"))}`;
    return [
      toObjectItem(
        context,
        itemIndex,
        await notionApiRequest(context, itemIndex, "PATCH", path, { archived: true }),
      ),
    ];
  },
};

export const getPage: ServiceOperation = {
  methods: ["GET"],
  paths: ["/v1/pages/*"],
  each: async (context, itemIndex) => {
    const path = `/pages/${encodePathPart(getNotionId(context, itemIndex, "pageId"))}`;
    return [toObjectItem(context, itemIndex, await notionApiRequest(context, itemIndex, "GET", path))];
  },
};

const getFirst = (value: unknown): JsonObject => {
  const entry: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(entry) ? entry : {};
};

/** Creates an operation that searches pages and databases by title, or only databases. */
export const createSearchOperation = (only?: "database"): ServiceOperation => ({
  methods: ["POST"],
  paths: ["/v1/search"],
  each: async (context, itemIndex) => {
    const { filter, sort } = context.object("options", itemIndex);
    const filterValue = only ?? (isObject(filter) ? getFirst(filter.filters).value : undefined);
    const { direction = "ascending", timestamp = "last_edited_time" } = isObject(sort)
      ? getFirst(sort.sortValue)
      : {};
    const query = context.text("text", itemIndex);
    const found = await notionApiRequestAllItems(context, itemIndex, "/search", {
      body: {
        ...(query !== "" && { query }),
        ...(typeof filterValue === "string" && { filter: { property: "object", value: filterValue } }),
        ...(sort !== undefined && { sort: { direction, timestamp } }),
      },
      limit: readLimit(context, itemIndex),
    });
    return found.map((each) => toObjectItem(context, itemIndex, each));
  },
});

export const PAGES: ServiceOperations = {
  "page.create": create,
  "page.search": createSearchOperation(),
  "page.archive": archive,
  "page.get": getPage,
};
