import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { Ledger } from "../ledger/index.ts";

/** What one kind of ledger account holds by its running sums; nano-USD. */
interface BookTotal {
  kind: string;
  accounts: number;
  total: bigint;
}

interface MovementCounts {
  transfers: number;
  postings: number;
}

/** What a whole count of the books found. */
interface Reconciliation extends MovementCounts {
  /** Each imbalance in a line; empty when the books are right. */
  findings: string[];
  /** They come to 0 together. */
  books: BookTotal[];
}

/** Years of postings on a small machine; other statements end after 15 s. */
const TIMEOUT_MS = 30 * 60_000;

/** Counts everything from the postings up, beside what running sums, wallets, lots, holds, receipts and runs say. */
export function reconcile(db: Database, ledger: Ledger): Promise<Reconciliation> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await allowLongStatements(tx, TIMEOUT_MS);
      const findings = [...(await ledger.audit(tx)), ...(await readRunFindings(tx))];
      const books = await readBookTotals(tx);
      const total = books.reduce((sum, book) => sum + book.total, 0n);
      if (total !== 0n) findings.push(`the running sums of all books come to ${total} instead of 0`);
      return { findings, books, ...(await countMovements(tx)) };
    });
}

/** Until the transaction ends. */
async function allowLongStatements(tx: Tx, timeoutMs: number): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx);
}

/** What does not add up between runs, their holds and their receipts, each in a line. */
async function readRunFindings(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`SELECT finding FROM runs_audit()`.execute(tx);
  return rows.map(({ finding }) => finding);
}

async function readBookTotals(tx: Tx): Promise<BookTotal[]> {
  const { rows } = await sql<BookTotal>`
    SELECT kind, accounts, total FROM ledger_totals ORDER BY kind`.execute(tx);
  return rows;
}

async function countMovements(tx: Tx): Promise<MovementCounts> {
  const { rows } = await sql<MovementCounts>`
    SELECT transfers, postings FROM ledger_size`.execute(tx);
  return rows[0] ?? { transfers: 0, postings: 0 };
}
