import type { Database } from "../../platform/db/database.ts";
import type { Ledger } from "../ledger/index.ts";
import {
  allowLongStatements,
  type BookTotal,
  countMovements,
  type MovementCounts,
  readBookTotals,
  readRunFindings,
} from "./reconciliation-store.ts";

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
