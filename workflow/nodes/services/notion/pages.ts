import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { inPath } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { blocksOf, plain } from "./blocks.ts";
import { askNotion, listOfNotion, notionId, wantedCount } from "./notion-call.ts";
import { iconOf } from "./property-values.ts";

import { simplified } from "./simplified.ts";

/** What Notion gave, in few words where the node wants it so. */
export function shown(context: NodeContext, itemIndex: number, found: JsonObject): Item {
  const isSimple = context.flag("simple", itemIndex, true);
  return { json: isSimple ? simplified(found, context.node.version) : found };
}

const create: ServiceOperation = {
  methods: ["POST"],
  paths: ["/v1/pages"],
  each: async (context, itemIndex) => {
    const page = await askNotion(context, itemIndex, "POST", "/pages", {
      parent: { page_id: notionId(context, itemIndex, "pageId") },
      properties: { title: { title: plain(context.text("title", itemIndex)) } },
      children: blocksOf(context, itemIndex),
      ...iconOf(context, itemIndex),
    });
    return [shown(context, itemIndex, page)];
  },
};

const archive: ServiceOperation = {
  methods: ["PATCH"],
  paths: ["/v1/pages/*"],
  each: async (context, itemIndex) => {
    const path = `/pages/${inPath(notionId(context, itemIndex, "pageId"))}`;
    return [
      shown(context, itemIndex, await askNotion(context, itemIndex, "PATCH", path, { archived: true })),
    ];
  },
};

/** A page by its id. */
export const getPage: ServiceOperation = {
  methods: ["GET"],
  paths: ["/v1/pages/*"],
  each: async (context, itemIndex) => {
    const path = `/pages/${inPath(notionId(context, itemIndex, "pageId"))}`;
    return [shown(context, itemIndex, await askNotion(context, itemIndex, "GET", path))];
  },
};

const first = (value: unknown): JsonObject => {
  const entry: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(entry) ? entry : {};
};

/** Searches pages and databases by their titles; `only` narrows it to a kind. */
export const searching = (only?: "database"): ServiceOperation => ({
  methods: ["POST"],
  paths: ["/v1/search"],
  each: async (context, itemIndex) => {
    const { filter, sort } = context.object("options", itemIndex);
    const wanted = only ?? (isObject(filter) ? first(filter.filters).value : undefined);
    const { direction = "ascending", timestamp = "last_edited_time" } = isObject(sort)
      ? first(sort.sortValue)
      : {};
    const query = context.text("text", itemIndex);
    const found = await listOfNotion(context, itemIndex, "/search", {
      body: {
        ...(query !== "" && { query }),
        ...(typeof wanted === "string" && { filter: { property: "object", value: wanted } }),
        ...(sort !== undefined && { sort: { direction, timestamp } }),
      },
      limit: wantedCount(context, itemIndex),
    });
    return found.map((each) => shown(context, itemIndex, each));
  },
});

/** Pages that are in others, or by themselves. */
export const PAGES: ServiceOperations = {
  "page.create": create,
  "page.search": searching(),
  "page.archive": archive,
  "page.get": getPage,
};
