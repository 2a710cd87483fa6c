import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { setOwn } from "../../../core/fields/field-path.ts";
import { getGoogleId } from "../google-api.ts";
import { toCell } from "./input-rows.ts";
import { parseTable, type SheetTable } from "./sheet-table.ts";
import { type Cells, parseRangeStart, Spreadsheet, toColumnLetters } from "./sheets-api.ts";

/** The table of a node before version 3. The parameters of these versions name the document and the range directly. */
export interface RangeV1 {
  book: Spreadsheet;
  range: string;
  cells: Cells;
  table: SheetTable;
}

const EMPTY: SheetTable = { firstColumn: 1, headerRow: 1, columns: [], rows: [] };

/** Returns the spreadsheet of `sheetId`. */
export function getSpreadsheetV1(context: NodeContext, itemIndex: number): Spreadsheet {
  return new Spreadsheet(context, itemIndex, getGoogleId(context, "sheetId", itemIndex, "The spreadsheet"));
}

/** Reads a node's range as a table. */
export async function readRangeV1(context: NodeContext): Promise<RangeV1> {
  const book = getSpreadsheetV1(context, 0);
  const range = context.text("range", 0, "A:F");
  const cells = await book.readValues(range, {
    general: context.text("options.valueRenderMode", 0, "UNFORMATTED_VALUE"),
    date: "FORMATTED_STRING",
  });
  const { row, column } = parseRangeStart(range);
  const table = parseTable(cells, {
    row,
    column,
    headerRow: row + context.number("keyRow", 0, 0),
    firstDataRow: row + context.number("dataStartRow", 0, 1),
    keepsEmptyRows: true,
  });
  return { book, range, cells, table: table ?? EMPTY };
}

/** Returns a row as a record, without cells after its last value. */
export function toRecordV1({ columns }: SheetTable, { cells }: SheetTable["rows"][number]): JsonObject {
  const record: JsonObject = {};
  for (const [index, cell] of cells.entries()) {
    const name = columns[index] ?? "";
    if (name !== "") setOwn(record, name, cell);
  }
  return record;
}

/** Returns a cell in A1 notation. */
export function getCellAddress({ range, table }: RangeV1, columnIndex: number, row: number): string {
  const sheet = range.includes("!") ? range.slice(0, range.lastIndexOf("!") + 1) : "";
  return `${sheet}${toColumnLetters(table.firstColumn + columnIndex)}${row}`;
}

/** Returns Google's value input option, by default `RAW`, which writes values unchanged. */
export const getValueInputOption = (context: NodeContext) => context.text("options.valueInputMode", 0, "RAW");

/** Returns the items of a node that writes: each input item, paired with itself. */
export const toPairedItems = (context: NodeContext): Item[] =>
  context.items.map((item, index) => ({ ...item, pairedItem: { item: index } }));

/** Returns the items' raw cells if the node uses raw data. */
export function readRawCells(context: NodeContext): Cells {
  const field = context.text("dataProperty", 0, "data");
  return context.items.flatMap(({ json }) => {
    const cells = json[field];
    if (!Array.isArray(cells)) return [];
    return cells.map((row) => (Array.isArray(row) ? row.map(toCell) : [toCell(row)]));
  });
}
