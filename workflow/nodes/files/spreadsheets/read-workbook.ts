import { read, utils, type WorkSheet } from "@e965/xlsx";
import { zipSync } from "fflate";
import type { JsonObject } from "../../../model/item.ts";
import { unzipFiles } from "../archives/unzip.ts";
import { toPlainJson, toPlainRecord } from "../plain-json.ts";
import type { SpreadsheetOptions } from "./read-csv.ts";

/** The maximum number of rows: as many as fit in a run's memory with its other items. */
const MAX_ROWS = 200_000;
/** The maximum number of cells of a sheet, including empty cells, because a sheet may declare 17 billion cells. */
const MAX_CELLS = 5_000_000;

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Returns the bytes of a workbook. A workbook that is a zip archive is unpacked within our limits first, because the
 * library has no limits.
 * @throws Error if the archive unpacks to too much
 */
function requireWithinBounds(bytes: Uint8Array): Uint8Array {
  return isZip(bytes) ? zipSync(unzipFiles(bytes), { level: 0 }) : bytes;
}

/**
 * Sets the range of a sheet to its existing cells, regardless of the range that the sheet declares.
 * @throws Error if there are too many cells
 */
function fitRange(sheet: WorkSheet): void {
  const range = { s: { r: Number.POSITIVE_INFINITY, c: Number.POSITIVE_INFINITY }, e: { r: -1, c: -1 } };
  for (const address of Object.keys(sheet)) {
    if (address.startsWith("!")) continue;
    const { r, c } = utils.decode_cell(address);
    range.s = { r: Math.min(range.s.r, r), c: Math.min(range.s.c, c) };
    range.e = { r: Math.max(range.e.r, r), c: Math.max(range.e.c, c) };
  }
  if (range.e.r < 0) {
    delete sheet["!ref"];
    return;
  }
  const declared = utils.decode_range(sheet["!ref"] ?? "A1");
  const begin = { r: Math.min(range.s.r, declared.s.r), c: Math.min(range.s.c, declared.s.c) };
  const rows = range.e.r - begin.r + 1;
  if (rows > MAX_ROWS || rows * (range.e.c - begin.c + 1) > MAX_CELLS)
    throw new Error(
      `The sheet has more than ${MAX_ROWS} rows or ${MAX_CELLS} cells. Split it into several sheets`,
    );
  sheet["!ref"] = utils.encode_range({ s: begin, e: range.e });
}

function getSheet(bytes: Uint8Array, { rawData, readAsString, sheetName }: SpreadsheetOptions): WorkSheet {
  const content = requireWithinBounds(bytes);
  const book = readAsString
    ? read(Buffer.from(content).toString("utf8"), { type: "string", raw: rawData })
    : read(content, { type: "array", raw: rawData });
  if (book.SheetNames.length === 0) throw new Error("Spreadsheet does not have any sheets!");
  const name = sheetName || (book.SheetNames[0] ?? "");
  const sheet = Object.hasOwn(book.Sheets, name) ? book.Sheets[name] : undefined;
  if (!sheet) throw new Error(`Spreadsheet does not contain sheet called "${sheetName}"!`);
  fitRange(sheet);
  return sheet;
}

/**
 * Returns the requested range, limited to existing cells, or the number of its first row. Returns undefined if no range
 * is requested.
 */
function toRange(sheet: WorkSheet, range: string): string | number | undefined {
  if (range === "") return undefined;
  if (/^\d+$/.test(range)) return Number(range);
  const requestedRange = utils.decode_range(range);
  const { e: end } = utils.decode_range(sheet["!ref"] ?? "A1");
  return utils.encode_range({
    s: requestedRange.s,
    e: { r: Math.min(requestedRange.e.r, end.r), c: Math.min(requestedRange.e.c, end.c) },
  });
}

/** Returns the rows of a workbook's sheet, in any spreadsheet format. @throws Error if the file cannot be read */
export function readWorkbook(bytes: Uint8Array, options: SpreadsheetOptions): JsonObject[] {
  const sheet = getSheet(bytes, options);
  if (sheet["!ref"] === undefined) return [];
  const range = toRange(sheet, options.range);
  const selection = {
    ...(range !== undefined && { range }),
    ...(options.includeEmptyCells && { defval: "" }),
  };
  if (!options.headerRow)
    return utils
      .sheet_to_json<unknown[]>(sheet, { ...selection, header: 1 })
      .map((row) => ({ row: toPlainJson(row) }));
  return utils.sheet_to_json<object>(sheet, selection).map((row) => toPlainRecord(row));
}
