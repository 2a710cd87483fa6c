import type pg from "pg";

/**
 * Fails when the books do not balance: the migration's function ledger_check() returns one row per fault
 * (reading 20), so any row is one. Does nothing in a database from before the ledger.
 */
export async function assertLedgerBalanced(pool: pg.Pool): Promise<void> {
  const found = await pool.query<{ present: boolean }>(
    "SELECT to_regprocedure('ledger_check()') IS NOT NULL AS present",
  );
  if (found.rows[0]?.present !== true) return;
  const faults = await pool.query("SELECT * FROM ledger_check()");
  if (faults.rows.length > 0) throw new Error(`The ledger does not balance: ${describe(faults.rows)}`);
}

/** Ten faults say enough; money is bigint, which JSON does not know. */
function describe(rows: readonly unknown[]): string {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? inner.toString() : inner));
  return `${rows.slice(0, 10).map(text).join("; ")}${rows.length > 10 ? `; and ${rows.length - 10} more` : ""}`;
}
