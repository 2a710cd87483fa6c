import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { findSheet } from "./selected-sheet.ts";
import { parseTable, type SheetTable, type TableLocation, toRowRecord } from "./sheet-table.ts";
import { parseRangeStart, SHEETS_PATHS, toA1Range } from "./sheets-api.ts";

const LOCATION = "options.dataLocationOnSheet.values";

/** Returns the location of the rows and the header that the node's options specify. */
function getLocation(context: NodeContext, itemIndex: number): { part: string; place: TableLocation } {
  const number = (name: string, fallback: number) =>
    context.number(`${LOCATION}.${name}`, itemIndex, fallback);
  switch (context.text(`${LOCATION}.rangeDefinition`, itemIndex, "detectAutomatically")) {
    case "specifyRangeA1": {
      const part = context.text(`${LOCATION}.range`, itemIndex);
      const { row, column } = parseRangeStart(part);
      return { part, place: { row, column, headerRow: row } };
    }
    case "specifyRange": {
      const headerRow = number("headerRow", 1);
      return {
        part: "",
        place: { row: 1, column: 1, headerRow, firstDataRow: number("firstDataRow", headerRow + 1) },
      };
    }
    default: {
      const until = context.text(`${LOCATION}.readRowsUntil`, itemIndex, "lastRowInSheet");
      return { part: "", place: { row: 1, column: 1, untilEmptyRow: until === "firstEmptyRow" } };
    }
  }
}

interface Lookup {
  column: string;
  value: string;
}

function getLookups(context: NodeContext, itemIndex: number): Lookup[] {
  return context
    .list("filtersUI.values", itemIndex)
    .filter(isObject)
    .map(({ lookupColumn, lookupValue }) => ({
      column: toText(lookupColumn ?? ""),
      value: lookupValue === null || lookupValue === undefined ? "" : toText(lookupValue),
    }))
    .filter(({ column }) => column !== "");
}

/**
 * Returns whether the node should return all matches. Before version 4.5, only the first match is returned by default.
 */
function shouldReadAll(context: NodeContext, itemIndex: number): boolean {
  if (context.node.version >= 4.5) return !context.flag("options.returnFirstMatch", itemIndex);
  return context.text("options.returnAllMatches", itemIndex, "returnFirstMatch") === "returnAllMatches";
}

function findMatches(
  context: NodeContext,
  itemIndex: number,
  table: SheetTable,
  lookups: readonly Lookup[],
): JsonObject[] {
  const records = table.rows.map((row) => toRowRecord(table, row));
  if (lookups.length === 0) return records;
  for (const { column } of lookups)
    if (column !== "row_number" && !table.columns.includes(column))
      throw context.failure(`The column "${column}" could not be found`, { field: "filtersUI", itemIndex });
  const fits = ({ column, value }: Lookup, record: JsonObject) => toText(record[column] ?? "") === value;
  const all = shouldReadAll(context, itemIndex);
  if (context.text("combineFilters", itemIndex, "AND") === "AND") {
    const found = records.filter((record) => lookups.every((lookup) => fits(lookup, record)));
    return all ? found : found.slice(0, 1);
  }
  if (all) return records.filter((record) => lookups.some((lookup) => fits(lookup, record)));
  return lookups
    .map((lookup) => records.find((record) => fits(lookup, record)))
    .filter((record) => record !== undefined);
}

async function read(context: NodeContext, itemIndex: number, lookups: readonly Lookup[]): Promise<Item[]> {
  const { part, place } = getLocation(context, itemIndex);
  const sheet = await findSheet(context, itemIndex);
  const getFormatting = (name: string, fallback: string) =>
    context.text(`options.outputFormatting.values.${name}`, itemIndex, fallback);
  const cells = await sheet.book.readValues(toA1Range(sheet.title, part), {
    general: getFormatting("general", "UNFORMATTED_VALUE"),
    date: getFormatting("date", "FORMATTED_STRING"),
  });
  const table = parseTable(cells, place);
  return table ? findMatches(context, itemIndex, table, lookups).map((json) => ({ json })) : [];
}

/** Reads rows once for the lookups of all items, which is the behavior before version 4.2. */
async function readOnce(context: NodeContext): Promise<readonly Item[]> {
  const lookups = context.items.flatMap((_, index) => getLookups(context, index));
  return (await read(context, 0, lookups)).map((item) => ({ ...item, pairedItem: { item: 0 } }));
}

/** Reads all rows of a sheet, or the rows that match the filters. */
export const readRows: ServiceOperation = {
  methods: ["GET"],
  paths: SHEETS_PATHS,
  each: (context, index) => read(context, index, getLookups(context, index)),
};

/** Reads rows once for all items, which is the behavior before version 4.2. */
export const readRowsOnce: ServiceOperation = { methods: ["GET"], paths: SHEETS_PATHS, all: readOnce };
