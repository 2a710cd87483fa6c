import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { encodePathPart } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { readBlocks, toPlainText } from "./blocks.ts";
import { getNotionId, notionApiRequest, notionApiRequestAllItems, readLimit } from "./notion-api.ts";
import { readIcon } from "./property-values.ts";

import { simplifyObject } from "./simplify.ts";

/** What Notion gave, in few words where the node wants it so. */
export function presentObject(context: NodeContext, itemIndex: number, found: JsonObject): Item {
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
    return [presentObject(context, itemIndex, page)];
  },
};

const archive: ServiceOperation = {
  methods: ["PATCH"],
  paths: ["/v1/pages/*"],
  each: async (context, itemIndex) => {
    const path = `/pages/${encodePathPart(getNotionId(context, itemIndex, "pageId"))}`;
    return [
      presentObject(
        context,
        itemIndex,
        await notionApiRequest(context, itemIndex, "PATCH", path, { archived: true }),
      ),
    ];
  },
};

/** A page by its id. */
export const getPage: ServiceOperation = {
  methods: ["GET"],
  paths: ["/v1/pages/*"],
  each: async (context, itemIndex) => {
    const path = `/pages/${encodePathPart(getNotionId(context, itemIndex, "pageId"))}`;
    return [presentObject(context, itemIndex, await notionApiRequest(context, itemIndex, "GET", path))];
  },
};

const first = (value: unknown): JsonObject => {
  const entry: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(entry) ? entry : {};
};

/** Searches pages and databases by their titles; `only` narrows it to a kind. */
export const createSearchOperation = (only?: "database"): ServiceOperation => ({
  methods: ["POST"],
  paths: ["/v1/search"],
  each: async (context, itemIndex) => {
    const { filter, sort } = context.object("options", itemIndex);
    const wanted = only ?? (isObject(filter) ? first(filter.filters).value : undefined);
    const { direction = "ascending", timestamp = "last_edited_time" } = isObject(sort)
      ? first(sort.sortValue)
      : {};
    const query = context.text("text", itemIndex);
    const found = await notionApiRequestAllItems(context, itemIndex, "/search", {
      body: {
        ...(query !== "" && { query }),
        ...(typeof wanted === "string" && { filter: { property: "object", value: wanted } }),
        ...(sort !== undefined && { sort: { direction, timestamp } }),
      },
      limit: readLimit(context, itemIndex),
    });
    return found.map((each) => presentObject(context, itemIndex, each));
  },
});

/** Pages that are in others, or by themselves. */
export const PAGES: ServiceOperations = {
  "page.create": create,
  "page.search": createSearchOperation(),
  "page.archive": archive,
  "page.get": getPage,
};
