import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import { encodePathPart } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import {
  ATTACHMENT_HOST,
  airtableApiRequest,
  airtableApiRequestAllItems,
  createListQuery,
  downloadAttachments,
  getRecords,
  getTablePath,
  omitFields,
  RECORDS_PER_CALL,
} from "./airtable-api.ts";

/** Returns an item's values for a table: all fields or only the selected fields. */
function getFields(
  context: NodeContext,
  itemIndex: number,
  all: "addAllFields" | "updateAllFields",
): JsonObject {
  const json = context.items[itemIndex]?.json ?? {};
  if (context.flag(all, itemIndex, true))
    return omitFields(json, parseFieldNames(context.parameter("options.ignoreFields", itemIndex)));
  const names = parseFieldNames(context.parameter("fields", itemIndex));
  return Object.fromEntries(names.flatMap((name) => (json[name] === undefined ? [] : [[name, json[name]]])));
}

const toErrorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Sends items in batches. If the node continues on errors, each item of a failed batch gets the error. */
async function processInBatches(
  context: NodeContext,
  send: (itemIndexes: readonly number[]) => Promise<readonly JsonObject[]>,
): Promise<Item[]> {
  const bulkSize = context.number("options.bulkSize", 0, RECORDS_PER_CALL);
  const size = Math.max(1, Math.min(bulkSize, RECORDS_PER_CALL));
  const results: Item[] = [];
  for (let from = 0; from < context.items.length; from += size) {
    const lot = context.items.slice(from, from + size).map((_, index) => from + index);
    try {
      const records = await send(lot);
      results.push(...records.map((json, index) => ({ json, pairedItem: { item: lot[index] ?? from } })));
    } catch (error) {
      context.signal.throwIfAborted();
      if (context.node.onError === "stopWorkflow") throw error;
      results.push(
        ...lot.map((item) => ({
          json: { error: toErrorText(error) },
          pairedItem: { item },
          failed: true as const,
        })),
      );
    }
  }
  return results;
}

const createWriteOperation = (
  method: "POST" | "PATCH",
  buildRecord: (context: NodeContext, itemIndex: number) => JsonObject,
): ServiceOperation => ({
  methods: [method],
  paths: ["/*/*"],
  all: (context) =>
    processInBatches(context, async (lot) =>
      getRecords(
        await airtableApiRequest(context, lot[0] ?? 0, {
          method,
          path: getTablePath(context, 0),
          body: {
            records: lot.map((itemIndex) => buildRecord(context, itemIndex)),
            ...(context.flag("options.typecast", 0) && { typecast: true }),
          },
        }),
      ),
    ),
});

const append = createWriteOperation("POST", (context, itemIndex) => ({
  fields: getFields(context, itemIndex, "addAllFields"),
}));

const update = createWriteOperation("PATCH", (context, itemIndex) => ({
  id: context.text("id", itemIndex),
  fields: omitFields(getFields(context, itemIndex, "updateAllFields"), ["id"]),
}));

const remove: ServiceOperation = {
  methods: ["DELETE"],
  paths: ["/*/*"],
  all: (context) =>
    processInBatches(context, async (lot) =>
      getRecords(
        await airtableApiRequest(context, lot[0] ?? 0, {
          method: "DELETE",
          path: getTablePath(context, 0),
          query: { "records[]": lot.map((itemIndex) => context.text("id", itemIndex)) },
        }),
      ),
    ),
};

/** Requests a list once, regardless of the number of items. */
const list: ServiceOperation = {
  methods: ["GET"],
  paths: ["/*/*"],
  hosts: ({ parameters }) => (parameters.downloadAttachments === undefined ? [] : [ATTACHMENT_HOST]),
  all: async (context) => {
    const { sort, view, filterByFormula, ...options } = context.object("additionalOptions", 0);
    const limit = context.flag("returnAll", 0, true) ? undefined : context.number("limit", 0, 100);
    const rules = isObject(sort) && Array.isArray(sort.property) ? sort.property.filter(isObject) : [];
    const records = await airtableApiRequestAllItems(context, 0, {
      path: getTablePath(context, 0),
      list: "records",
      query: {
        ...createListQuery(options, rules, typeof filterByFormula === "string" ? filterByFormula : ""),
        ...(typeof view === "string" && view !== "" && { view }),
        ...(limit !== undefined && { maxRecords: limit }),
      },
      ...(limit !== undefined && { limit }),
    });
    const loads = context.flag("downloadAttachments", 0);
    const fields = loads ? parseFieldNames(context.parameter("downloadFieldNames", 0)) : [];
    const items: Item[] = [];
    for (const record of records) {
      const binary = await downloadAttachments(context, 0, record, fields);
      items.push({ json: record, ...(binary && { binary }) });
    }
    return items;
  },
};

const read: ServiceOperation = {
  methods: ["GET"],
  paths: ["/*/*/*"],
  each: async (context, itemIndex) => [
    {
      json: await airtableApiRequest(context, itemIndex, {
        method: "GET",
        path: `${getTablePath(context, itemIndex)}/${encodePathPart(context.text("id", itemIndex))}`,
      }),
    },
  ],
};

/** Version 1: records in Airtable's format. */
export const VERSION_1: ServiceOperations = {
  "record.append": append,
  "record.delete": remove,
  "record.list": list,
  "record.read": read,
  "record.update": update,
};
