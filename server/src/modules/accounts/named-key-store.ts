import type { Scope } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

/** A key that is not revoked, with its limits and its spending. Money is in nano-USD. */
export interface NamedKeyRow {
  id: string;
  name: string;
  keyHash: Buffer;
  prefix: string | null;
  /** The scopes of the key. Null means all of them. */
  scopes: string[] | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  perRun: bigint | null;
  perDay: bigint | null;
  perMonth: bigint | null;
  spentToday: bigint;
  spentThisMonth: bigint;
}

/** Lists keys: the main key first, then the others in the order in which they were created. */
export async function listKeys(
  db: Queryable,
  accountId: string,
  page: { limit: number; after: string | undefined },
): Promise<NamedKeyRow[]> {
  const after =
    page.after === undefined
      ? sql``
      : sql`AND (k.name <> 'main', k.id) > (SELECT a.name <> 'main', a.id FROM api_keys a
          WHERE a.id = ${page.after} AND a.account_id = ${accountId})`;
  const { rows } = await sql<NamedKeyRow>`
    ${selectKeys(accountId)} ${after} ORDER BY k.name <> 'main', k.id LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function findLiveKey(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<NamedKeyRow | undefined> {
  const { rows } = await sql<NamedKeyRow>`${selectKeys(accountId)} AND k.id = ${id}`.execute(db);
  return rows[0];
}

function selectKeys(accountId: string) {
  return sql`
    SELECT k.id, k.name, k.key_hash AS "keyHash", k.prefix, k.scopes, k.created_at AS "createdAt",
      k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt",
      l.per_run AS "perRun", l.per_day AS "perDay", l.per_month AS "perMonth",
      coalesce(s.today, 0) AS "spentToday", coalesce(s.this_month, 0) AS "spentThisMonth"
    FROM api_keys k
    LEFT JOIN key_limits l ON l.account_id = k.account_id AND l.key_id = k.id
    LEFT JOIN LATERAL (
      SELECT d.today, d.this_month FROM key_spending d WHERE d.account_id = k.account_id AND d.key_id = k.id
    ) s ON true
    WHERE k.account_id = ${accountId} AND k.revoked_at IS NULL`;
}

/** Counts an account's named keys that are not revoked, and all named keys that were created in the past 24 hours. */
export async function countNamedKeys(
  db: Queryable,
  accountId: string,
): Promise<{ live: number; madeToday: number }> {
  const { rows } = await sql<{ live: number; madeToday: number }>`
    SELECT count(*) FILTER (WHERE revoked_at IS NULL)::integer AS live,
      count(*) FILTER (WHERE created_at > now() - interval '1 day')::integer AS "madeToday"
    FROM api_keys WHERE account_id = ${accountId} AND name <> 'main'`.execute(db);
  return rows[0] ?? { live: 0, madeToday: 0 };
}

export async function insertNamedKey(
  tx: Tx,
  key: {
    id: string;
    accountId: string;
    userId: string;
    name: string;
    keyHash: Buffer;
    prefix: string;
    scopes: readonly Scope[];
    expiresAt: Date | null;
  },
): Promise<void> {
  await tx
    .insertInto("api_keys")
    .values({
      id: key.id,
      account_id: key.accountId,
      user_id: key.userId,
      name: key.name,
      key_hash: key.keyHash,
      prefix: key.prefix,
      scopes: [...key.scopes],
      expires_at: key.expiresAt,
    })
    .execute();
}

export async function changeKey(
  tx: Tx,
  id: string,
  to: { name: string; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<void> {
  await tx
    .updateTable("api_keys")
    .set({ name: to.name, scopes: [...to.scopes], expires_at: to.expiresAt })
    .where("id", "=", id)
    .execute();
}

export async function revokeKey(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("api_keys").set({ revoked_at: sql<Date>`now()` }).where("id", "=", id).execute();
}

/**
 * The number of days for which spending and revoked keys are kept. It is longer than the month that limits cover, so
 * that nothing is removed while it still counts toward a limit.
 */
const KEPT_DAYS = 62;

/** Removes data that limits no longer need: old daily spending, and revoked keys with their limits. */
export async function forgetOldSpending(db: Queryable): Promise<void> {
  await sql`SELECT forget_spending_days((now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}::integer)`.execute(
    db,
  );
  await sql`
    WITH gone AS (
      DELETE FROM api_keys WHERE revoked_at < now() - make_interval(days => ${KEPT_DAYS}) RETURNING id, account_id
    )
    SELECT forget_spending_limits(gone.account_id, gone.id) FROM gone`.execute(db);
}
