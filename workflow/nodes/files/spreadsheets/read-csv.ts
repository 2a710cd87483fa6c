import { parse } from "csv-parse/sync";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { toPlainJson, toPlainRecord } from "../plain-json.ts";
import { decodeText } from "../text-encoding.ts";

/** A node's options for reading a spreadsheet. */
export interface SpreadsheetOptions {
  headerRow: boolean;
  includeEmptyCells: boolean;
  /** Whether cells are returned as strings, without conversion to numbers or dates. */
  rawData: boolean;
  readAsString: boolean;
  sheetName: string;
  /** A range such as `A1:C5`, or the number of the first row. */
  range: string;
  delimiter: string;
  encoding: string;
  /** Whether to remove a byte order mark, which otherwise becomes part of the first header, as in n8n. */
  withoutBom: boolean;
  fromLine: number;
  /** The maximum number of rows; -1 means all. */
  maxRows: number;
  relaxQuotes: boolean;
  skipRecordsWithErrors: boolean;
}

export function readSpreadsheetOptions(context: NodeContext, index: number): SpreadsheetOptions {
  const flag = (name: string, fallback = false) => context.flag(`options.${name}`, index, fallback);
  const text = (name: string, fallback = "") => context.text(`options.${name}`, index, fallback);
  const number = (name: string, fallback: number) => context.number(`options.${name}`, index, fallback);
  const skips = context.object("options.skipRecordsWithErrors.value", index);
  return {
    headerRow: flag("headerRow", true),
    includeEmptyCells: flag("includeEmptyCells"),
    rawData: flag("rawData"),
    readAsString: flag("readAsString"),
    sheetName: text("sheetName"),
    range: text("range"),
    delimiter: text("delimiter", ",") || ",",
    encoding: text("encoding", "utf-8") || "utf-8",
    withoutBom: flag("enableBOM"),
    fromLine: number("fromLine", 1),
    maxRows: number("maxRowCount", -1),
    relaxQuotes: flag("relaxQuotes"),
    skipRecordsWithErrors: skips.enabled === true,
  };
}

/** The maximum length of a record. Spreadsheets have no cells of 1 MB. */
const MAX_RECORD_CHARS = 1_000_000;
/** The maximum number of rows: as many as fit in a run's memory with its other items. */
const MAX_ROWS = 200_000;

/** Returns a record's cells. Leaves out empty cells unless `keepEmpty` is true. */
function fillRecord(record: object, keepEmpty: boolean): JsonObject {
  return toPlainRecord(
    keepEmpty ? record : Object.fromEntries(Object.entries(record).filter(([, cell]) => cell !== "")),
  );
}

/** Returns the rows of a CSV file. Every cell is a string. @throws Error if the file is invalid or has too many rows */
export function readCsv(bytes: Uint8Array, options: SpreadsheetOptions): JsonObject[] {
  const { headerRow, includeEmptyCells, maxRows } = options;
  const rows = parse(decodeText(bytes, options.encoding, { keepBom: !options.withoutBom }), {
    columns: headerRow,
    delimiter: options.delimiter,
    fromLine: Math.max(1, options.fromLine),
    max_record_size: MAX_RECORD_CHARS,
    relax_quotes: options.relaxQuotes,
    skip_records_with_error: options.skipRecordsWithErrors,
    to: maxRows > 0 ? maxRows : MAX_ROWS + 1,
  }) as unknown[];
  if (rows.length > MAX_ROWS)
    throw new Error(`The table has more than ${MAX_ROWS} rows. Set a maximum number of rows`);
  return rows.map((row) => {
    if (Array.isArray(row)) return { row: toPlainJson(row) };
    return fillRecord(row as object, includeEmptyCells);
  });
}
