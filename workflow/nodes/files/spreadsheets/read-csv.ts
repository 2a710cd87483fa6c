import { parse } from "csv-parse/sync";
import type { JsonObject } from "../../../model/item.ts";
import { plainJson, plainRecord } from "../plain-json.ts";
import { decodeText } from "../text-encoding.ts";
import type { ReadingOptions } from "./spreadsheet-options.ts";

/** A cell of 1 MB is a file of another kind. */
const MAX_RECORD_CHARS = 1_000_000;
/** What a run may keep in memory, with room for what it has already. */
const MAX_ROWS = 200_000;

/** A record's cells, without the empty ones unless they are wanted. */
function filled(record: object, keepEmpty: boolean): JsonObject {
  return plainRecord(
    keepEmpty ? record : Object.fromEntries(Object.entries(record).filter(([, cell]) => cell !== "")),
  );
}

/** The rows of a table of comma-separated values; every cell is text. @throws Error in the library's words. */
export function readCsv(bytes: Uint8Array, options: ReadingOptions): JsonObject[] {
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
  if (rows.length > MAX_ROWS) throw new Error(`The table has more than ${MAX_ROWS} rows`);
  return rows.map((row) => {
    if (Array.isArray(row)) return { row: plainJson(row) };
    return filled(row as object, includeEmptyCells);
  });
}
