import { type RawBuilder, sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";
import type { Grant, HoldResult } from "./ledger.ts";
import { orLedgerError } from "./ledger-error.ts";

/** Calls of the SQL functions that move money. Each is one statement. */

async function one<Row>(db: Queryable, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await orLedgerError(query.execute(db));
  const row = rows[0];
  if (row === undefined) throw new Error("a ledger function answered no row");
  return row;
}

export async function openAccount(tx: Tx, accountId: string): Promise<void> {
  await one(tx, sql`SELECT ledger_open_account(${accountId})`);
}

export async function grant(tx: Tx, grant: Grant): Promise<boolean> {
  const { accountId, kind, period, amount, source, expiresAt } = grant;
  const row = await one(
    tx,
    sql<{ made: boolean }>`SELECT ledger_grant(${accountId}, ${kind}, ${period}, ${amount}, ${source},
      ${expiresAt ?? null}::timestamptz) AS made`,
  );
  return row.made;
}

export async function extend(db: Queryable, runId: string, total: bigint): Promise<HoldResult> {
  const { held } = await one(db, sql<{ held: bigint }>`SELECT ledger_extend(${runId}, ${total}) AS held`);
  return { ok: true, held };
}

export async function risk(
  db: Queryable,
  runId: string,
  uncovered: bigint,
  freePerDay: bigint,
): Promise<boolean> {
  const { allowed } = await one(
    db,
    sql<{ allowed: boolean }>`SELECT ledger_risk(${runId}, ${uncovered}, ${freePerDay}) AS allowed`,
  );
  return allowed;
}

export async function reverse(tx: Tx, transferId: string, reason: string): Promise<string> {
  const row = await one(
    tx,
    sql<{ id: string }>`SELECT ledger_reverse(${transferId}, ${reason}, 'ledger') AS id`,
  );
  return row.id;
}

export async function rollUp(db: Queryable): Promise<void> {
  await one(db, sql`SELECT ledger_roll_up()`);
}

/** Wallets per statement. Each stays locked until the statement ends, which takes a few milliseconds. */
const EXPIRY_BATCH = 100;

export async function expireLots(db: Queryable): Promise<void> {
  for (;;) {
    const { wallets } = await one(
      db,
      sql<{ wallets: number }>`SELECT ledger_expire_lots(${EXPIRY_BATCH}) AS wallets`,
    );
    if (wallets === 0) return;
  }
}

/** Moves an account's earnings into its balance, if there are any. */
export async function claimEarnings(db: Queryable, accountId: string): Promise<void> {
  await sql`
    SELECT ledger_claim_earnings(w.account_id)
    FROM wallets w CROSS JOIN LATERAL ledger_account_balance(w.earnings_ledger_id) e
    WHERE w.account_id = ${accountId} AND e.total > 0`.execute(db);
}
