import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { encodePathPart } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { readBlocks, simplifyBlock } from "./blocks.ts";
import { getNotionId, notionApiRequest, notionApiRequestAllItems, readLimit } from "./notion-api.ts";
import { createSearchOperation, toObjectItem } from "./pages.ts";

const getDatabase: ServiceOperation = {
  methods: ["GET"],
  paths: ["/v1/databases/*"],
  each: async (context, itemIndex) => {
    const path = `/databases/${encodePathPart(getNotionId(context, itemIndex, "databaseId"))}`;
    return [toObjectItem(context, itemIndex, await notionApiRequest(context, itemIndex, "GET", path))];
  },
};

const append: ServiceOperation = {
  methods: ["PATCH"],
  paths: ["/v1/blocks/*/children"],
  each: async (context, itemIndex) => {
    const path = `/blocks/${encodePathPart(getNotionId(context, itemIndex, "blockId"))}/children`;
    const children = readBlocks(context, itemIndex);
    return [{ json: await notionApiRequest(context, itemIndex, "PATCH", path, { children }) }];
  },
};

/** The maximum nesting depth. Handwritten pages are not nested this deeply. */
const MAX_DEPTH = 20;

/** Returns the child blocks of a block, each followed by its own child blocks if the node requests nested blocks. */
async function listChildren(
  context: NodeContext,
  itemIndex: number,
  parent: string,
  limit: number,
  depth = 0,
): Promise<JsonObject[]> {
  const path = `/blocks/${encodePathPart(parent)}/children`;
  const blocks = await notionApiRequestAllItems(context, itemIndex, path, { limit });
  const all: JsonObject[] = [];
  for (const block of blocks) {
    all.push({ object: block.object ?? "block", parent_id: parent, ...block });
    const isNested = block.has_children === true && block.type !== "child_page" && depth < MAX_DEPTH;
    if (isNested && context.flag("fetchNestedBlocks", itemIndex))
      all.push(
        ...(await listChildren(context, itemIndex, toText(block.id), Number.POSITIVE_INFINITY, depth + 1)),
      );
  }
  return all;
}

const getBlocks: ServiceOperation = {
  methods: ["GET"],
  paths: ["/v1/blocks/*/children"],
  each: async (context, itemIndex) => {
    const root = getNotionId(context, itemIndex, "blockId");
    const limit = readLimit(context, itemIndex);
    const blocks = await listChildren(context, itemIndex, root, limit);
    const isSimple = context.node.version >= 2.2 && context.flag("simplifyOutput", itemIndex, true);
    return blocks.slice(0, limit).map((block) => ({ json: isSimple ? simplifyBlock(block, root) : block }));
  },
};

const getUser: ServiceOperation = {
  methods: ["GET"],
  paths: ["/v1/users/*"],
  each: async (context, itemIndex) => [
    {
      json: await notionApiRequest(
        context,
        itemIndex,
        "GET",
        `/users/${encodePathPart(context.text("userId", itemIndex))}`,
      ),
    },
  ],
};

const getUsers: ServiceOperation = {
  methods: ["GET"],
  paths: ["/v1/users"],
  each: async (context, itemIndex) => {
    const users = await notionApiRequestAllItems(context, itemIndex, "/users", {
      limit: readLimit(context, itemIndex),
    });
    return users.map((json) => ({ json }));
  },
};

export const DATABASES_AND_BLOCKS: ServiceOperations = {
  "database.get": getDatabase,
  "database.getAll": createSearchOperation("database"),
  "database.search": createSearchOperation("database"),
  "block.append": append,
  "block.getAll": getBlocks,
  "user.get": getUser,
  "user.getAll": getUsers,
};
