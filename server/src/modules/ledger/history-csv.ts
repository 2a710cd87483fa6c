import type { Queryable } from "../../platform/db/database.ts";
import type { CsvCell, CsvFile } from "../../platform/http/csv-reply.ts";
import type { HistoryFilter, Ledger, LedgerEntry } from "./ledger.ts";

/**
 * The number of rows per page. A page takes a few hundred kilobytes of memory and is read in about ten milliseconds.
 */
const PAGE_ROWS = 500;

const COLUMNS = [
  "id",
  "created_at",
  "kind",
  "description",
  "amount_usd",
  "agent_id",
  "agent_name",
  "run_id",
] as const;

/**
 * Returns a CSV file of all matching movements, newest first. Each page is a separate statement, so
 * a long file needs no extra memory and a slow connection keeps no transaction open.
 */
export function createHistoryCsv(
  ledger: Pick<Ledger, "readHistory">,
  db: Queryable,
  accountId: string,
  filter: HistoryFilter,
): CsvFile {
  return { name: "stoa-billing-history", columns: COLUMNS, pages: readPages(ledger, db, accountId, filter) };
}

async function* readPages(
  ledger: Pick<Ledger, "readHistory">,
  db: Queryable,
  accountId: string,
  filter: HistoryFilter,
): AsyncGenerator<CsvCell[][]> {
  let cursor: string | undefined;
  do {
    const page = await ledger.readHistory(db, accountId, { limit: PAGE_ROWS, offset: 0, cursor }, filter);
    yield page.entries.map(toCells);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function toCells(entry: LedgerEntry): CsvCell[] {
  return [
    entry.id,
    entry.createdAt.toISOString(),
    entry.kind,
    entry.description,
    entry.amount,
    entry.agentId,
    entry.agentName,
    entry.runId,
  ];
}
