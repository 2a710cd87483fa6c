import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import type { ServiceOperation } from "../service-node.ts";
import {
  airtableApiRequest,
  airtableApiRequestAllItems,
  flattenRecord,
  getRecords,
  getTablePath,
  omitFields,
  RECORDS_PER_CALL,
  readMappedFields,
} from "./airtable-api.ts";

const PATHS = ["/*/*"];

const getTypecast = (context: NodeContext, itemIndex: number) => context.flag("options.typecast", itemIndex);

const toItems = (records: readonly JsonObject[]): Item[] =>
  records.map((record) => ({ json: flattenRecord(record) }));

/** Creates a record for each item. */
export const createRecord: ServiceOperation = {
  methods: ["POST"],
  paths: PATHS,
  each: async (context, itemIndex) =>
    toItems([
      await airtableApiRequest(context, itemIndex, {
        method: "POST",
        path: getTablePath(context, itemIndex),
        body: { typecast: getTypecast(context, itemIndex), fields: readMappedFields(context, itemIndex) },
      }),
    ]),
};

async function patchRecord(
  context: NodeContext,
  itemIndex: number,
  records: readonly JsonObject[],
  more: JsonObject = {},
): Promise<Item[]> {
  const results: Item[] = [];
  for (let from = 0; from < records.length; from += RECORDS_PER_CALL) {
    const answer = await airtableApiRequest(context, itemIndex, {
      method: "PATCH",
      path: getTablePath(context, itemIndex),
      body: {
        ...more,
        records: records.slice(from, from + RECORDS_PER_CALL),
        typecast: getTypecast(context, itemIndex),
      },
    });
    results.push(...toItems(getRecords(answer)));
  }
  return results;
}

/**
 * Returns the IDs of the records that match an item in the selected columns: only the first ID, unless the node updates
 * all matches.
 */
async function findMatchingRecord(
  context: NodeContext,
  itemIndex: number,
  columns: readonly string[],
  fields: JsonObject,
): Promise<string[]> {
  const records = await airtableApiRequestAllItems(context, itemIndex, {
    path: getTablePath(context, itemIndex),
    list: "records",
    query: { "fields[]": columns },
  });
  const found = records.filter(
    ({ fields: theirs }) =>
      isObject(theirs) && columns.every((column) => isDeepStrictEqual(theirs[column], fields[column])),
  );
  const all = context.flag("options.updateAllMatches", itemIndex);
  return (all ? found : found.slice(0, 1)).map(({ id }) => toText(id));
}

function getColumnsToMatch(context: NodeContext, itemIndex: number): string[] {
  const columns = parseFieldNames(context.parameter("columns.matchingColumns", itemIndex));
  if (columns.length > 0) return columns;
  throw context.failure("Select a column to match on", {
    field: "columns.matchingColumns",
    itemIndex,
  });
}

const getId = ({ id }: JsonObject): string | undefined =>
  typeof id === "string" && id !== "" ? id : undefined;

/** Updates the record with the item's ID, or the records that match the item in the selected columns. */
export const updateRecord: ServiceOperation = {
  methods: ["GET", "PATCH"],
  paths: PATHS,
  each: async (context, itemIndex) => {
    const mapped = readMappedFields(context, itemIndex);
    const columns = getColumnsToMatch(context, itemIndex);
    const fields = omitFields(mapped, ["id"]);
    if (columns.includes("id")) {
      const id = getId(mapped);
      if (id === undefined)
        throw context.failure("The item has no record 'id'", { field: "columns.value.id", itemIndex });
      return patchRecord(context, itemIndex, [{ id, fields }]);
    }
    const ids = await findMatchingRecord(context, itemIndex, columns, mapped);
    if (ids.length === 0)
      throw context.failure("No records match provided keys", {
        field: "columns.matchingColumns",
        itemIndex,
      });
    return patchRecord(
      context,
      itemIndex,
      ids.map((id) => ({ id, fields })),
    );
  },
};

/** Updates the matching records, or creates a record if none matches. */
export const upsertRecord: ServiceOperation = {
  methods: ["GET", "PATCH", "POST"],
  paths: PATHS,
  each: async (context, itemIndex, item) => {
    const mapped = readMappedFields(context, itemIndex);
    const columns = getColumnsToMatch(context, itemIndex);
    const fields = omitFields(mapped, ["id"]);
    if (columns.includes("id")) {
      const id = getId(mapped);
      return id === undefined
        ? ((await createRecord.each?.(context, itemIndex, item)) ?? [])
        : patchRecord(context, itemIndex, [{ id, fields }]);
    }
    if (context.flag("options.updateAllMatches", itemIndex)) {
      const ids = await findMatchingRecord(context, itemIndex, columns, mapped);
      if (ids.length > 0)
        return patchRecord(
          context,
          itemIndex,
          ids.map((id) => ({ id, fields })),
        );
    }
    return patchRecord(context, itemIndex, [{ fields }], { performUpsert: { fieldsToMergeOn: columns } });
  },
};
