import { Readable } from "node:stream";
import { nanoToDecimal } from "@stoa/contract";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A cell; money is nano-USD as bigint and is written in USD, exactly. */
export type CsvCell = string | number | bigint | null;
type CsvRow = readonly CsvCell[];

export interface CsvFile {
  /** Without the ending. */
  name: string;
  columns: readonly string[];
  /** The rows page by page, each read when the client has taken the one before. */
  pages: AsyncIterable<readonly CsvRow[]> | Iterable<readonly CsvRow[]>;
}

/** Whether a client asked for CSV: by the query, or else by its Accept. */
export function wantsCsv(request: FastifyRequest, format: "json" | "csv" | undefined): boolean {
  return format === undefined ? (request.headers.accept ?? "").includes("text/csv") : format === "csv";
}

/**
 * Answers with a file of RFC 4180 in UTF-8. A text that a spreadsheet would take for a formula gets an apostrophe in
 * front: names in it are written by strangers. To HEAD it answers with the headers alone and reads no page.
 * @returns the file on its way, which is closed when it is sent or the client has gone.
 */
export function sendCsv(reply: FastifyReply, file: CsvFile): Readable {
  const content = Readable.from(reply.request.method === "HEAD" ? [] : csvText(file));
  reply
    .type("text/csv; charset=utf-8; header=present")
    .header("content-disposition", `attachment; filename="${file.name}.csv"`)
    .header("cache-control", "no-store")
    .send(content);
  return content;
}

async function* csvText({ columns, pages }: CsvFile): AsyncGenerator<string> {
  yield textOf([columns]);
  for await (const rows of pages) if (rows.length > 0) yield textOf(rows);
}

function textOf(rows: readonly CsvRow[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: "windows", escape_formulas: true, cast: { bigint: nanoToDecimal } },
  );
}
