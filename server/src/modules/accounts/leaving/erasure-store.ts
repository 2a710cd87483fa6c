import { sql } from "kysely";
import type { Database, Queryable, Tx } from "../../../platform/db/database.ts";

/** Somebody who leaves, and the account that goes with them. */
export interface Leaver {
  userId: string;
  accountId: string;
}

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

/** The person: what names them is gone afterwards, their ids stay in the books. Doing it again changes nothing. */
export async function erasePerson(tx: Tx, { userId, accountId }: Leaver): Promise<void> {
  await sql`DELETE FROM user_identities WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM sessions WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM mailed_links WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM provider_identities WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM provider_sign_ins WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM api_keys WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM spending_limits WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM spending_days WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM favourites WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM notification_settings WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM notifications WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM workflow_values WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM run_waits WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM schedules WHERE account_id = ${accountId}`.execute(tx);
  // No more credits are granted for periods to come.
  await sql`UPDATE subscriptions SET ended_at = now() WHERE account_id = ${accountId} AND ended_at IS NULL`.execute(
    tx,
  );
  // The last digits of a UUIDv7 are random, so that two who leave at once get two names.
  await sql`
    UPDATE users SET username = 'deleted-' || right(id, 24), is_active = false, deleted_at = coalesce(deleted_at, now())
    WHERE id = ${userId}`.execute(tx);
}

/** Credentials of other services, with what they were allowed for; allowances of others for this account's agents. */
export async function eraseConnectors(tx: Tx, { userId, accountId }: Leaver): Promise<void> {
  await sql`DELETE FROM connector_grants WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM connectors WHERE account_id = ${accountId}`.execute(tx);
  await sql`
    UPDATE connector_grants SET revoked_at = now()
    WHERE agent_owner_account_id = ${accountId} AND revoked_at IS NULL`.execute(tx);
}

/**
 * Agents are not found, read or run any more. Their rows and files stay behind that, because receipts of other people
 * name them and versions are immutable.
 */
export async function withdrawAgents(tx: Tx, { accountId }: Leaver): Promise<void> {
  const own = sql`SELECT id FROM agents WHERE owner_account_id = ${accountId}`;
  await sql`
    UPDATE agents SET is_active = false, description = '', documentation = '', tags = '{}', features = '{}',
      use_cases = '{}', updated_at = now()
    WHERE owner_account_id = ${accountId} AND (is_active OR documentation <> '')`.execute(tx);
  await sql`UPDATE agent_versions SET state = 'withdrawn' WHERE agent_id IN (${own}) AND state <> 'withdrawn'`.execute(
    tx,
  );
  await sql`DELETE FROM search_documents WHERE owner_account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM agent_embeddings WHERE agent_id IN (${own})`.execute(tx);
  await sql`DELETE FROM workflow_values WHERE agent_id IN (${own})`.execute(tx);
}

/** Reviews, replies and reports lose their words; a review without words is not shown and does not rate. */
export async function eraseReviews(tx: Tx, { userId, accountId }: Leaver): Promise<void> {
  await sql`
    UPDATE agent_reviews SET text = '', withdrawn_at = now(),
      reply_text = NULL, reply_created_at = NULL, reply_updated_at = NULL
    WHERE user_id = ${userId} AND withdrawn_at IS NULL`.execute(tx);
  await sql`
    UPDATE agent_reviews r SET reply_text = NULL, reply_created_at = NULL, reply_updated_at = NULL
    FROM agents a WHERE a.id = r.agent_id AND a.owner_account_id = ${accountId} AND r.reply_text IS NOT NULL`.execute(
    tx,
  );
  await sql`
    UPDATE review_reports SET reason = 'removed with its author''s account'
    WHERE user_id = ${userId}`.execute(tx);
}

/** A batch takes well under a second, also where each run has a thousand events. */
const RUNS_PER_BATCH = 200;

const CONTENTS = ["run_contents", "run_events", "model_call_contents", "run_shares"] as const;

/**
 * What the account's next runs after `afterId` were given and gave; the runs themselves are books and stay.
 * @returns the last run it came to, `undefined` when there are no more.
 */
export async function eraseRunContents(
  db: Database,
  { accountId }: Leaver,
  afterId: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const runs = await tx
      .selectFrom("runs")
      .select("id")
      .where("account_id", "=", accountId)
      .where("id", ">", afterId)
      .orderBy("id")
      .limit(RUNS_PER_BATCH)
      .execute();
    const ids = runs.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    for (const table of CONTENTS) await tx.deleteFrom(table).where("run_id", "in", ids).execute();
    return ids.at(-1);
  });
}

export async function eraseRunKeys(tx: Tx, { accountId }: Leaver): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM run_storage WHERE account_id = ${accountId}`.execute(tx);
  await sql`DELETE FROM run_settings WHERE account_id = ${accountId}`.execute(tx);
}

/** Addresses that were told, with what is on its way to them, and what was told. Locked in the order of their ids, as where they are told. */
export async function eraseWebhooks(tx: Tx, { accountId }: Leaver): Promise<void> {
  await sql`
    DELETE FROM webhook_endpoints WHERE id IN (
      SELECT id FROM webhook_endpoints WHERE account_id = ${accountId} ORDER BY id FOR UPDATE)`.execute(tx);
  await sql`DELETE FROM webhook_events WHERE account_id = ${accountId}`.execute(tx);
}
