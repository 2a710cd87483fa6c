import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

/** Limits in nano-USD. Null means no limit. */
export interface Limits {
  perRun: bigint | null;
  perDay: bigint | null;
  perMonth: bigint | null;
}

export interface AccountSpending {
  perRun: bigint | null;
  perDay: bigint | null;
  /** The maximum cost of a run without `max_cost`. Null if the account has not changed it. */
  unconfirmedRun: bigint | null;
  spentToday: bigint;
  dayEndsAt: Date;
}

/** Returns the limits of an account, and its spending today. */
export async function readAccountSpending(db: Queryable, accountId: string): Promise<AccountSpending> {
  const { rows } = await sql<AccountSpending>`
    SELECT l.per_run AS "perRun", l.per_day AS "perDay",
      a.unconfirmed_run_limit AS "unconfirmedRun",
      date_trunc('day', now(), 'UTC') + interval '1 day' AS "dayEndsAt",
      CASE WHEN l.account_id IS NULL THEN spent_today(a.id) ELSE coalesce(
        (SELECT d.today FROM key_spending d WHERE d.account_id = a.id AND d.key_id = ''), 0)
      END AS "spentToday"
    FROM accounts a LEFT JOIN key_limits l ON l.account_id = a.id AND l.key_id = ''
    WHERE a.id = ${accountId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`account ${accountId} does not exist`);
  return row;
}

/** Sets the limits of a key, or of the account itself if `keyId` is "". Locks the account's row. */
export async function writeLimits(tx: Tx, accountId: string, keyId: string, limits: Limits): Promise<void> {
  await sql`SELECT set_spending_limits(${accountId}, ${keyId}, ${limits.perRun}::bigint, ${limits.perDay}::bigint,
    ${limits.perMonth}::bigint)`.execute(tx);
}

/**
 * Returns the maximum cost of a run without `max_cost`, in nano-USD. Returns null if the account has not changed it.
 */
export async function readUnconfirmedRunLimit(db: Queryable, accountId: string): Promise<bigint | null> {
  const { rows } = await sql<{ amount: bigint | null }>`
    SELECT unconfirmed_run_limit AS amount FROM accounts WHERE id = ${accountId}`.execute(db);
  return rows[0]?.amount ?? null;
}

/** Sets the maximum cost of a run without `max_cost`, in nano-USD. */
export async function writeUnconfirmedRunLimit(tx: Tx, accountId: string, amount: bigint): Promise<void> {
  await sql`UPDATE accounts SET unconfirmed_run_limit = ${amount} WHERE id = ${accountId}`.execute(tx);
}
