import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Ledger } from "../ledger/index.ts";

/** What a whole count of the books found; amounts in nano-USD. */
export interface Reconciliation {
  /** Each imbalance in a line; empty when the books are right. */
  findings: string[];
  /** What each kind of ledger account holds by its running sums. They come to 0 together. */
  books: { kind: string; accounts: number; total: bigint }[];
  transfers: number;
  postings: number;
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
      await sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(tx);
      const runs = await sql<{ finding: string }>`SELECT finding FROM runs_audit()`.execute(tx);
      const books = await sql<Reconciliation["books"][number]>`
        SELECT a.kind, count(*)::integer AS accounts, sum(b.total)::bigint AS total
        FROM ledger_accounts a CROSS JOIN LATERAL ledger_account_balance(a.id) b
        GROUP BY a.kind ORDER BY a.kind`.execute(tx);
      const counted = await sql<Pick<Reconciliation, "transfers" | "postings">>`
        SELECT (SELECT count(*)::integer FROM transfers) AS transfers,
          (SELECT count(*)::integer FROM postings) AS postings`.execute(tx);
      const total = books.rows.reduce((sum, book) => sum + book.total, 0n);
      const findings = [...(await ledger.audit(tx)), ...runs.rows.map((row) => row.finding)];
      if (total !== 0n) findings.push(`the running sums of all books come to ${total} instead of 0`);
      return { findings, books: books.rows, ...(counted.rows[0] ?? { transfers: 0, postings: 0 }) };
    });
}
