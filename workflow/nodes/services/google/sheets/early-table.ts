import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { setOwn } from "../../../core/fields/field-path.ts";
import { googleId } from "../google-api.ts";
import { type SheetTable, tableOf } from "./sheet-table.ts";
import { type Cells, columnLetters, Spreadsheet, startOf } from "./sheets-api.ts";

import { asCell } from "./wished-rows.ts";

/** The range that a node before version 3 works on: it names document and range by themselves. */
export interface EarlyRange {
  book: Spreadsheet;
  range: string;
  cells: Cells;
  table: SheetTable;
}

const EMPTY: SheetTable = { firstColumn: 1, headerRow: 1, columns: [], rows: [] };

/** The document that `sheetId` names. */
export function earlyBook(context: NodeContext, itemIndex: number): Spreadsheet {
  return new Spreadsheet(context, itemIndex, googleId(context, "sheetId", itemIndex, "The spreadsheet"));
}

/** The range of a node, read as a table. */
export async function earlyRange(context: NodeContext): Promise<EarlyRange> {
  const book = earlyBook(context, 0);
  const range = context.text("range", 0, "A:F");
  const cells = await book.values(range, {
    general: context.text("options.valueRenderMode", 0, "UNFORMATTED_VALUE"),
    date: "FORMATTED_STRING",
  });
  const { row, column } = startOf(range);
  const table = tableOf(cells, {
    row,
    column,
    headerRow: row + context.number("keyRow", 0, 0),
    firstDataRow: row + context.number("dataStartRow", 0, 1),
    keepsEmptyRows: true,
  });
  return { book, range, cells, table: table ?? EMPTY };
}

/** A row as a record: cells behind the last value of the row are not in it. */
export function earlyRecord({ columns }: SheetTable, { cells }: SheetTable["rows"][number]): JsonObject {
  const record: JsonObject = {};
  for (const [index, cell] of cells.entries()) {
    const name = columns[index] ?? "";
    if (name !== "") setOwn(record, name, cell);
  }
  return record;
}

/** The range of one cell, in the sheet that a range names. */
export function cellIn({ range, table }: EarlyRange, columnIndex: number, row: number): string {
  const sheet = range.includes("!") ? range.slice(0, range.lastIndexOf("!") + 1) : "";
  return `${sheet}${columnLetters(table.firstColumn + columnIndex)}${row}`;
}

/** How values are taken, unless the node says it otherwise: as they are. */
export const inputOption = (context: NodeContext) => context.text("options.valueInputMode", 0, "RAW");

/** What a node that writes gives: its own items. */
export const passedOn = (context: NodeContext): Item[] =>
  context.items.map((item, index) => ({ ...item, pairedItem: { item: index } }));

/** The cells that items bring as they are, where the node is set to raw data. */
export function rawCells(context: NodeContext): Cells {
  const field = context.text("dataProperty", 0, "data");
  return context.items.flatMap(({ json }) => {
    const cells = json[field];
    if (!Array.isArray(cells)) return [];
    return cells.map((row) => (Array.isArray(row) ? row.map(asCell) : [asCell(row)]));
  });
}
