import type { Queryable } from "../../../platform/db/database.ts";
import type { CsvCell, CsvFile } from "../../../platform/http/csv-reply.ts";
import type { RunContents } from "../run-contents.ts";
import type { TaskSearch } from "./task-search.ts";
import { readUsage, type UsageFilter, type UsageRow } from "./usage-store.ts";

/**
 * The number of rows per page. A page takes a few hundred kilobytes of memory and is read in about ten milliseconds.
 */
const PAGE_ROWS = 500;

const COLUMNS = [
  "id",
  "created_at",
  "agent_id",
  "agent_name",
  "version",
  "status",
  "execution_seconds",
  "tokens",
  "cost_usd",
  "task",
  "parent_run_id",
  "failure_charge_usd",
  "error",
] as const;

interface UsageAccess {
  db: Queryable;
  contents: RunContents;
  tasks: TaskSearch;
}

/**
 * Returns a CSV file of all matching runs, newest first. Each page is its own statement, so that a slow client does not
 * keep a transaction open.
 */
export function createUsageCsv(access: UsageAccess, filter: UsageFilter): CsvFile {
  return { name: "stoa-usage-logs", columns: COLUMNS, pages: readPages(access, filter) };
}

async function* readPages(access: UsageAccess, asked: UsageFilter): AsyncGenerator<CsvCell[][]> {
  const filter = await access.tasks.complete(asked);
  let cursor: string | undefined;
  do {
    const rows = await readUsage(access, filter, { limit: PAGE_ROWS, offset: 0, cursor });
    yield rows.map(toCells);
    cursor = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id;
  } while (cursor !== undefined);
}

function toCells(row: UsageRow): CsvCell[] {
  return [
    row.id,
    row.created_at.toISOString(),
    row.agent_id,
    row.agent_name,
    row.version,
    row.status,
    row.execution_ms / 1000,
    row.tokens_charged.toString(),
    row.cost,
    row.task,
    row.parent_id,
    row.failure_charge,
    row.error_code,
  ];
}
