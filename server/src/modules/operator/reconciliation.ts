import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { Ledger } from "../ledger/index.ts";

/** The total of all ledger accounts of one kind, according to their running totals. Amounts are in nano-USD. */
interface BookTotal {
  kind: string;
  accounts: number;
  total: bigint;
}

interface MovementCounts {
  transfers: number;
  postings: number;
}

/** The result of reconciling the books. */
interface Reconciliation extends MovementCounts {
  /** One line per imbalance. The list is empty if the books are right. */
  findings: string[];
  /** The totals of the ledger accounts by kind, which add up to 0. */
  books: BookTotal[];
}

/**
 * The statement timeout in milliseconds. It is enough for years of postings on a small machine. Other statements time
 * out after 15 s.
 */
const TIMEOUT_MS = 30 * 60_000;

/**
 * Recalculates everything from the postings, and compares the results with running totals, wallets, lots, holds,
 * receipts and runs.
 */
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
      if (total !== 0n) findings.push(`the running totals of all ledgers add up to ${total} instead of 0`);
      return { findings, books, ...(await countMovements(tx)) };
    });
}

/** Raises the statement timeout until the transaction ends. */
async function allowLongStatements(tx: Tx, timeoutMs: number): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx);
}

/** Lists mismatches between runs, their holds and their receipts, one line each. */
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
