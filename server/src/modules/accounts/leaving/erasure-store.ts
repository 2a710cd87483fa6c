import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";
import type { Leaver } from "../../../platform/personal-data/personal-data.ts";

/** What an account still has that a person would not want to lose unseen; money in nano-USD. */
export interface Remaining {
  ownRuns: number;
  runsOfAgents: number;
  /** Earned or paid for, and not spent. */
  balance: bigint;
}

/** Read under the lock of the wallet, so that no run of theirs starts meanwhile. */
export async function readRemaining(tx: Tx, { accountId }: Leaver): Promise<Remaining> {
  await sql`SELECT ledger_lock_wallet(${accountId})`.execute(tx);
  const { rows } = await sql<Remaining>`
    SELECT live.own AS "ownRuns", live.others AS "runsOfAgents", e.total + lots.remaining AS balance
    FROM wallets w
    CROSS JOIN LATERAL ledger_account_balance(w.earnings_ledger_id) e
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.remaining), 0)::bigint AS remaining FROM wallet_lots l
      WHERE l.account_id = w.account_id AND l.is_open AND l.source IN ('earned', 'paid')
    ) lots
    CROSS JOIN (
      SELECT count(*) FILTER (WHERE r.account_id = ${accountId})::integer AS own,
        count(*) FILTER (WHERE r.account_id <> ${accountId})::integer AS others
      FROM runs r
      WHERE r.status IN ('queued', 'running') AND ${accountId} IN (r.account_id, r.developer_account_id)
    ) live
    WHERE w.account_id = ${accountId}`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`account ${accountId} has no wallet`);
  return row;
}

/**
 * The agents that are withdrawn, and those whose rating follows when reviews go, in the order of their numbers: two who
 * reviewed each other's and leave at once never wait for each other.
 */
export async function lockAgents(tx: Tx, { userId, accountId }: Leaver): Promise<void> {
  await sql`
    SELECT FROM agents WHERE owner_account_id = ${accountId}
      OR id IN (SELECT agent_id FROM agent_reviews WHERE user_id = ${userId})
    ORDER BY id FOR NO KEY UPDATE`.execute(tx);
}

/** Records whose contents are to be removed. Returns false if the account is being deleted already. */
export async function insertErasure(tx: Tx, { userId, accountId }: Leaver): Promise<boolean> {
  const inserted = await tx
    .insertInto("account_erasures")
    .values({ account_id: accountId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lists people who left at least this long ago, oldest first. */
export async function leftBefore(db: Queryable, seconds: number): Promise<Leaver[]> {
  const { rows } = await sql<Leaver>`
    SELECT user_id AS "userId", account_id AS "accountId" FROM account_erasures
    WHERE asked_at <= now() - make_interval(secs => ${seconds}) ORDER BY asked_at LIMIT 100`.execute(db);
  return rows;
}

export async function deleteErasure(db: Queryable, { accountId }: Leaver): Promise<void> {
  await db.deleteFrom("account_erasures").where("account_id", "=", accountId).execute();
}

/**
 * Deletes what identifies the person, with their sessions, keys and links; their ids stay in the books. Doing it again
 * changes nothing.
 */
export async function erasePerson(tx: Tx, { userId, accountId }: Leaver): Promise<void> {
  await sql`DELETE FROM user_identities WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM sessions WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM mailed_links WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM provider_identities WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM provider_sign_ins WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM api_keys WHERE account_id = ${accountId}`.execute(tx);
  // No more credits are granted for periods to come.
  await sql`UPDATE subscriptions SET ended_at = now() WHERE account_id = ${accountId} AND ended_at IS NULL`.execute(
    tx,
  );
  // The last digits of a UUIDv7 are random, so that two who leave at once get two names.
  await sql`
    UPDATE users SET username = 'deleted-' || right(id, 24), is_active = false, deleted_at = coalesce(deleted_at, now())
    WHERE id = ${userId}`.execute(tx);
}
