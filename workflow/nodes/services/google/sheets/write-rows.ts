import type { Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { getMappingMode, type InputRow, readInputRows, readMatchingColumns } from "./input-rows.ts";
import { findSheet } from "./selected-sheet.ts";
import type { SheetTable } from "./sheet-table.ts";
import { SheetWriter } from "./sheet-writer.ts";
import { SHEETS_PATHS } from "./sheets-api.ts";

const getInputItems = (context: NodeContext): Item[] =>
  context.items.map((item, index) => ({ ...item, pairedItem: { item: index } }));

async function openTable(context: NodeContext, checksNames: boolean): Promise<SheetWriter> {
  const written = await SheetWriter.open(context, await findSheet(context, 0));
  if (checksNames && context.node.version >= 4.4 && getMappingMode(context) === "below")
    written.refuseRenamedColumns();
  return written;
}

async function append(context: NodeContext): Promise<readonly Item[]> {
  if (getMappingMode(context) === "nothing") return getInputItems(context);
  const rows = readInputRows(context, []);
  const written = await openTable(context, true);
  if (context.flag("options.useAppend", 0)) await written.sendToEnd(rows);
  else {
    for (const row of rows) written.append(row);
    await written.save();
  }
  return rows.map(({ shown }) => shown);
}

/** Indexes the row numbers by their matching columns, so that a sheet is searched only once. */
function indexRows(table: SheetTable, matching: readonly string[]): Map<string, number> {
  const places = matching.map((name) => table.columns.indexOf(name));
  const found = new Map<string, number>();
  for (const { number, cells } of table.rows) {
    const key = JSON.stringify(places.map((place) => toText(cells[place] ?? "")));
    if (!found.has(key)) found.set(key, number);
  }
  return found;
}

/**
 * Returns a function that finds the number of the row to update, by its number or by the values of its matching
 * columns.
 */
function createRowFinder(context: NodeContext, table: SheetTable, matching: readonly string[]) {
  if (matching.includes("row_number") && !table.columns.includes("row_number"))
    return ({ values }: InputRow): number | undefined => Number(values.row_number) || undefined;
  for (const name of matching)
    if (table.columns.length > 0 && !table.columns.includes(name))
      throw context.failure(`Could not find column for key "${name}"`, {
        field: context.node.version < 4 ? "columnToMatchOn" : "columns.matchingColumns",
      });
  const rowByKey = indexRows(table, matching);
  return ({ values }: InputRow): number | undefined => {
    const key = matching.map((name) => values[name]);
    if (key.some((value) => value === undefined || value === null || value === "")) return undefined;
    return rowByKey.get(JSON.stringify(key.map(String)));
  };
}

function createUpdateOperation(appendsNew: boolean) {
  return async (context: NodeContext): Promise<readonly Item[]> => {
    if (getMappingMode(context) === "nothing") return getInputItems(context);
    const matching = readMatchingColumns(context);
    if (matching.length === 0)
      throw context.failure("The 'Column to Match On' parameter is required", {
        field: context.node.version < 4 ? "columnToMatchOn" : "columns.matchingColumns",
      });
    const rows = readInputRows(context, matching);
    const bare = rows.find(({ values }) => Object.keys(values).every((name) => matching.includes(name)));
    if (bare && getMappingMode(context) === "below" && !appendsNew)
      throw context.failure("At least one value has to be added under 'Values to Send'", {
        itemIndex: bare.itemIndex,
      });
    const written = await openTable(context, appendsNew);
    const find = createRowFinder(context, written.table, matching);
    for (const row of rows) {
      const number = find(row);
      if (number !== undefined) written.update(row, number);
      else if (appendsNew) written.append(row);
    }
    await written.save();
    return rows.map(({ shown }) => shown);
  };
}

const WRITES = { methods: ["GET", "POST"], paths: SHEETS_PATHS } as const;

export const appendRows: ServiceOperation = { ...WRITES, all: append };

export const updateRows: ServiceOperation = { ...WRITES, all: createUpdateOperation(false) };

/** Updates rows that exist and appends all others. */
export const appendOrUpdateRows: ServiceOperation = { ...WRITES, all: createUpdateOperation(true) };
