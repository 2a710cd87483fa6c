import { sql } from "kysely";
import type { Database, Queryable, Tx } from "../../platform/db/database.ts";
import { RUN_WEBHOOKS_KEPT_DAYS, RUN_WEBHOOKS_PER_RUN } from "./bounds.ts";

/** A webhook that gets the end of one run, with the sealed headers of its request. */
export interface RunWebhookRow {
  id: string;
  runId: string;
  name: string;
  url: string;
  sealedSecret: Buffer;
}

/** The number of rows to delete per statement, which takes a few milliseconds. */
const REMOVED_AT_ONCE = 2_000;

/** Lists the webhooks of a run, the oldest first. */
export async function listRunWebhooks(
  db: Queryable,
  accountId: string,
  runId: string,
): Promise<RunWebhookRow[]> {
  const { rows } = await sql<RunWebhookRow>`
    SELECT id, run_id AS "runId", name, url, sealed_secret AS "sealedSecret" FROM webhook_endpoints
    WHERE run_id = ${runId} AND account_id = ${accountId} ORDER BY id`.execute(db);
  return rows;
}

/** Returns the number of webhooks of all runs of an account. */
export async function countRunWebhooks(db: Queryable, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM webhook_endpoints
    WHERE account_id = ${accountId} AND run_id IS NOT NULL`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Adds a webhook to a run, instead of the webhook of the same name if there is one.
 * @returns false, without an insert, if the run has the maximum number of webhooks
 */
export async function putRunWebhook(
  tx: Tx,
  webhook: RunWebhookRow & { accountId: string },
): Promise<boolean> {
  const { id, accountId, runId, name, url, sealedSecret } = webhook;
  // Without the lock, concurrent requests could exceed the maximum together.
  await sql`SELECT lock_account(${accountId})`.execute(tx);
  await deleteRunWebhook(tx, accountId, runId, name);
  const { numAffectedRows } = await sql`
    INSERT INTO webhook_endpoints (id, account_id, run_id, name, url, event_types, sealed_secret)
    SELECT ${id}, ${accountId}, ${runId}, ${name}, ${url}, '{}', ${sealedSecret}
    WHERE (SELECT count(*) FROM webhook_endpoints WHERE run_id = ${runId}) < ${RUN_WEBHOOKS_PER_RUN}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Queues the end of a run for its webhooks that have not got it, if the run has ended. */
export async function enqueueRunEnd(db: Queryable, runId: string): Promise<void> {
  await sql`SELECT enqueue_run_webhooks(${[runId]}::text[])`.execute(db);
}

/** Deletes a webhook of a run, with its deliveries. Does nothing if there is none of this name. */
export async function deleteRunWebhook(
  db: Queryable,
  accountId: string,
  runId: string,
  name: string,
): Promise<void> {
  await sql`
    DELETE FROM webhook_endpoints
    WHERE run_id = ${runId} AND name = ${name} AND account_id = ${accountId}`.execute(db);
}

/** Deletes the webhooks of runs that ended long ago, with their deliveries. */
export async function removeOldRunWebhooks(db: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM webhook_endpoints WHERE id IN (
        SELECT id FROM webhook_endpoints
        WHERE run_ended_at < now() - make_interval(days => ${RUN_WEBHOOKS_KEPT_DAYS})
        ORDER BY run_ended_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(db);
    if ((numAffectedRows ?? 0n) < BigInt(REMOVED_AT_ONCE)) return;
  }
}
