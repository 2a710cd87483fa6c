import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/** What one kind of ledger account holds by its running sums; nano-USD. */
export interface BookTotal {
  kind: string;
  accounts: number;
  total: bigint;
}

export interface MovementCounts {
  transfers: number;
  postings: number;
}

/** Until the transaction ends. */
export async function allowLongStatements(tx: Tx, timeoutMs: number): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx);
}

/** What does not add up between runs, their holds and their receipts, each in a line. */
export async function readRunFindings(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`SELECT finding FROM runs_audit()`.execute(tx);
  return rows.map(({ finding }) => finding);
}

export async function readBookTotals(tx: Tx): Promise<BookTotal[]> {
  const { rows } = await sql<BookTotal>`
    SELECT kind, accounts, total FROM ledger_totals ORDER BY kind`.execute(tx);
  return rows;
}

export async function countMovements(tx: Tx): Promise<MovementCounts> {
  const { rows } = await sql<MovementCounts>`
    SELECT transfers, postings FROM ledger_size`.execute(tx);
  return rows[0] ?? { transfers: 0, postings: 0 };
}
