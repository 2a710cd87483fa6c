import { isObject } from "../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { createBinaryFile, getBaseName } from "../../files/binary-file.ts";
import { downloadFile } from "../download-file.ts";
import { encodePathPart } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { readBlocks, toPlainText } from "./blocks.ts";
import { getNotionId, notionApiRequest, notionApiRequestAllItems, readLimit } from "./notion-api.ts";
import { getPage, toObjectItem } from "./pages.ts";
import { readFilter, readSorts } from "./property-filters.ts";
import { readIcon, readProperties } from "./property-values.ts";

import { simplifyProperty, toSnakeCase } from "./simplify.ts";

/** Returns the title property of a database, which can have any name. */
async function findTitleProperty(
  context: NodeContext,
  itemIndex: number,
  database: string,
): Promise<JsonObject> {
  const title = context.text("title", itemIndex);
  if (title === "") return {};
  const { properties } = await notionApiRequest(
    context,
    itemIndex,
    "GET",
    `/databases/${encodePathPart(database)}`,
  );
  const found = Object.entries(isObject(properties) ? properties : {}).find(
    ([, property]) => isObject(property) && property.type === "title",
  );
  return { [found?.[0] ?? "title"]: { title: toPlainText(title) } };
}

const create: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: ["/v1/databases/*", "/v1/pages"],
  each: async (context, itemIndex) => {
    const database = getNotionId(context, itemIndex, "databaseId");
    const page = await notionApiRequest(context, itemIndex, "POST", "/pages", {
      parent: { database_id: database },
      properties: {
        ...(await findTitleProperty(context, itemIndex, database)),
        ...readProperties(context, itemIndex),
      },
      children: readBlocks(context, itemIndex),
      ...readIcon(context, itemIndex),
    });
    return [toObjectItem(context, itemIndex, page)];
  },
};

const update: ServiceOperation = {
  methods: ["PATCH"],
  paths: ["/v1/pages/*"],
  each: async (context, itemIndex) => {
    const path = `/pages/${encodePathPart(getNotionId(context, itemIndex, "pageId"))}`;
    const page = await notionApiRequest(context, itemIndex, "PATCH", path, {
      properties: readProperties(context, itemIndex),
      ...readIcon(context, itemIndex),
    });
    return [toObjectItem(context, itemIndex, page)];
  },
};

/** The host of Notion's own files. Linked files can be on any host. */
const FILES_HOST = "prod-files-secure.s3.us-west-2.amazonaws.com";

async function load(context: NodeContext, itemIndex: number, url: string): Promise<BinaryFile> {
  const { headers, body } = await downloadFile(context, itemIndex, url);
  const fileName = decodeURIComponent(getBaseName(new URL(url).pathname));
  return createBinaryFile(body, { fileName, mimeType: headers["content-type"]?.split(";")[0] });
}

/** Downloads the files in a page's properties. The files are named after their property and number. */
async function downloadFiles(context: NodeContext, itemIndex: number, { properties }: JsonObject) {
  const binary: Record<string, BinaryFile> = {};
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(property) || property.type !== "files") continue;
    const addresses = simplifyProperty(property);
    for (const [index, url] of (Array.isArray(addresses) ? addresses : []).entries())
      if (typeof url === "string")
        binary[`${toSnakeCase(name)}_${index}`] = await load(context, itemIndex, url);
  }
  return Object.keys(binary).length > 0 ? binary : undefined;
}

const getAll: ServiceOperation = {
  methods: ["POST"],
  paths: ["/v1/databases/*/query"],
  hosts: ({ parameters: { options } }) =>
    isObject(options) && options.downloadFiles !== undefined ? [FILES_HOST, undefined] : [],
  each: async (context, itemIndex) => {
    const filter = readFilter(context, itemIndex);
    const sorts = readSorts(context, itemIndex);
    const path = `/databases/${encodePathPart(getNotionId(context, itemIndex, "databaseId"))}/query`;
    const pages = await notionApiRequestAllItems(context, itemIndex, path, {
      body: { ...(filter && { filter }), ...(sorts.length > 0 && { sorts }) },
      limit: readLimit(context, itemIndex),
    });
    const loads = context.flag("options.downloadFiles", itemIndex);
    const items: Item[] = [];
    for (const page of pages) {
      const binary = loads ? await downloadFiles(context, itemIndex, page) : undefined;
      items.push({ ...toObjectItem(context, itemIndex, page), ...(binary && { binary }) });
    }
    return items;
  },
};

export const DATABASE_PAGES: ServiceOperations = {
  "databasePage.create": create,
  "databasePage.get": getPage,
  "databasePage.getAll": getAll,
  "databasePage.update": update,
};
