import { Readable } from "node:stream";
import { nanoToDecimal } from "@stoa/contract";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A cell. A bigint is an amount of nano-USD and is written as an exact amount of USD. */
export type CsvCell = string | number | bigint | null;
type CsvRow = readonly CsvCell[];

export interface CsvFile {
  /** The name of the file without its extension. */
  name: string;
  columns: readonly string[];
  /** The rows page by page. Each page is read after the client has received the previous one. */
  pages: AsyncIterable<readonly CsvRow[]> | Iterable<readonly CsvRow[]>;
}

/** Returns whether a client requested CSV, by the query or else by its Accept header. */
export function isCsvRequest(request: FastifyRequest, format: "json" | "csv" | undefined): boolean {
  return format === undefined ? (request.headers.accept ?? "").includes("text/csv") : format === "csv";
}

/**
 * Sends an RFC 4180 file in UTF-8. A cell that a spreadsheet would read as a formula is prefixed with an apostrophe,
 * because strangers choose some of the names in it. A HEAD request gets only the headers, and no page is read for it.
 * @returns the stream of the file, which closes when the file has been sent or the client has disconnected.
 */
export function sendCsv(reply: FastifyReply, file: CsvFile): Readable {
  const content = Readable.from(reply.request.method === "HEAD" ? [] : generateCsv(file));
  reply
    .type("text/csv; charset=utf-8; header=present")
    .header("content-disposition", `attachment; filename="${file.name}.csv"`)
    .header("cache-control", "no-store")
    .send(content);
  return content;
}

async function* generateCsv({ columns, pages }: CsvFile): AsyncGenerator<string> {
  yield formatRows([columns]);
  for await (const rows of pages) if (rows.length > 0) yield formatRows(rows);
}

function formatRows(rows: readonly CsvRow[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: "windows", escape_formulas: true, cast: { bigint: nanoToDecimal } },
  );
}
