import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import { setOwn } from "../../../core/fields/field-path.ts";
import type { Cells } from "./sheets-api.ts";

/** A part of a sheet whose columns have names. */
export interface SheetTable {
  /** The number of the first column, counted from 1. */
  firstColumn: number;
  /** The number of the header row. */
  headerRow: number;
  columns: string[];
  rows: { number: number; cells: JsonValue[] }[];
}

export interface TableLocation {
  /** The row and column of the first cell. */
  row: number;
  column: number;
  /** The header row's number in the sheet. The default is the first row that is not empty. */
  headerRow?: number | undefined;
  firstDataRow?: number | undefined;
  /** Whether to stop reading at the first empty row. */
  untilEmptyRow?: boolean;
  keepsEmptyRows?: boolean;
}

const isEmpty = (cell: JsonValue | undefined) => cell === undefined || cell === null || cell === "";

/** Parses cells as a table, or returns undefined if there is no header row. */
export function parseTable(cells: Cells, place: TableLocation): SheetTable | undefined {
  const numbered = cells.map((row, index) => ({ number: place.row + index, cells: row }));
  const header =
    place.headerRow === undefined
      ? numbered.find((row) => !row.cells.every(isEmpty))
      : numbered.find(({ number }) => number === place.headerRow);
  if (!header) return undefined;
  const firstDataRow = Math.max(place.firstDataRow ?? header.number + 1, place.row);
  let rows = numbered.filter(({ number }) => number >= firstDataRow && number !== header.number);
  const gap = place.untilEmptyRow ? rows.findIndex((row) => row.cells.every(isEmpty)) : -1;
  if (gap >= 0) rows = rows.slice(0, gap);
  if (!place.keepsEmptyRows) rows = rows.filter((row) => !row.cells.every(isEmpty));
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), header.cells.length);
  const columns = Array.from({ length: width }, (_, index) => {
    const name = header.cells[index];
    if (!isEmpty(name)) return toText(name);
    return rows.some((row) => !isEmpty(row.cells[index])) ? `col_${index + 1}` : "";
  });
  return { firstColumn: place.column, headerRow: header.number, columns, rows };
}

/** Returns a row as a record. Cells without a value are "". */
export function toRowRecord({ columns }: SheetTable, row: SheetTable["rows"][number]): JsonObject {
  const record: JsonObject = { row_number: row.number };
  for (const [index, name] of columns.entries())
    if (name !== "") setOwn(record, name, row.cells[index] ?? "");
  return record;
}
