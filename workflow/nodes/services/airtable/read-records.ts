import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import { readResourceLocator } from "../resource-locator.ts";
import { encodePathPart } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import {
  ATTACHMENT_HOST,
  airtableApiRequest,
  airtableApiRequestAllItems,
  createListQuery,
  downloadAttachments,
  flattenRecord,
  getSchemaPath,
  getTablePath,
} from "./airtable-api.ts";

import { createRecord, updateRecord, upsertRecord } from "./write-records.ts";

const recordPath = (context: NodeContext, itemIndex: number) =>
  `${getTablePath(context, itemIndex)}/${encodePathPart(context.text("id", itemIndex))}`;

async function withFiles(context: NodeContext, itemIndex: number, record: JsonObject): Promise<Item> {
  const fields = parseFieldNames(context.parameter("options.downloadFields", itemIndex));
  const binary = await downloadAttachments(context, itemIndex, record, fields);
  return { json: flattenRecord(record), ...(binary && { binary }) };
}

async function searchRecords(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const options = context.object("options", itemIndex);
  const view = readResourceLocator(context, "options.view", itemIndex).value;
  const limit = context.flag("returnAll", itemIndex, true)
    ? undefined
    : context.number("limit", itemIndex, 100);
  const records = await airtableApiRequestAllItems(context, itemIndex, {
    path: getTablePath(context, itemIndex),
    list: "records",
    query: {
      ...createListQuery(
        options,
        context.list("sort.property", itemIndex).filter(isObject),
        context.text("filterByFormula", itemIndex),
      ),
      ...(view !== "" && { view }),
      ...(limit !== undefined && { maxRecords: limit }),
    },
    ...(limit !== undefined && { limit }),
  });
  const items: Item[] = [];
  for (const record of records) items.push(await withFiles(context, itemIndex, record));
  return items;
}

const READ = {
  methods: ["GET"],
  paths: ["/*/*"],
  hosts: ({ parameters: { options } }) =>
    isObject(options) && options.downloadFields !== undefined ? [ATTACHMENT_HOST] : [],
} satisfies ServiceOperation;

/** Searches once, regardless of the number of items, as version 2 does. */
const searchOnce: ServiceOperation = {
  ...READ,
  all: async (context) => {
    const pairedItem = context.items.map((_, item) => ({ item }));
    return (await searchRecords(context, 0)).map((item) => ({ ...item, pairedItem }));
  },
};

const bases: ServiceOperation = {
  methods: ["GET"],
  paths: ["/meta/bases"],
  each: async (context, itemIndex) => {
    const levels = parseFieldNames(context.parameter("options.permissionLevel", itemIndex));
    const found = await airtableApiRequestAllItems(context, itemIndex, {
      path: "/meta/bases",
      list: "bases",
    });
    const chosen =
      levels.length === 0
        ? found
        : found.filter(({ permissionLevel }) => levels.includes(toText(permissionLevel)));
    const limit = context.flag("returnAll", itemIndex, true)
      ? chosen.length
      : context.number("limit", itemIndex, 100);
    return chosen.slice(0, limit).map((json) => ({ json }));
  },
};

/** Version 2: records with their ID and fields in one object. */
export function recordOperations(version: number): ServiceOperations {
  return {
    "base.getMany": bases,
    "base.getSchema": {
      methods: ["GET"],
      paths: ["/meta/bases/*/tables"],
      each: async (context, itemIndex) => {
        const path = getSchemaPath(context, itemIndex);
        const tables = await airtableApiRequestAllItems(context, itemIndex, { path, list: "tables" });
        return tables.map((json) => ({ json }));
      },
    },
    "record.create": createRecord,
    "record.update": updateRecord,
    "record.upsert": upsertRecord,
    "record.search": version < 2.1 ? searchOnce : { ...READ, each: searchRecords },
    "record.get": {
      ...READ,
      paths: ["/*/*/*"],
      each: async (context, itemIndex) => {
        const record = await airtableApiRequest(context, itemIndex, {
          method: "GET",
          path: recordPath(context, itemIndex),
        });
        return [await withFiles(context, itemIndex, record)];
      },
    },
    "record.deleteRecord": {
      methods: ["DELETE"],
      paths: ["/*/*/*"],
      each: async (context, itemIndex) => [
        {
          json: await airtableApiRequest(context, itemIndex, {
            method: "DELETE",
            path: recordPath(context, itemIndex),
          }),
        },
      ],
    },
  };
}
