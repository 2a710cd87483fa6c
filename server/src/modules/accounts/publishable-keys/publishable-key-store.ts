import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

/** A publishable key that is not revoked, with its limits and its spending. Money is in nano-USD. */
export interface PublishableKeyRow {
  id: string;
  name: string;
  publishableKey: string;
  agentId: number;
  origins: string[];
  visitorMessages: number;
  perDay: bigint;
  perRun: bigint;
  spentToday: bigint;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Lists an account's publishable keys, or the one with this ID, in the order in which they were created. */
export async function listPublishableKeys(
  db: Queryable,
  accountId: string,
  id?: string,
): Promise<PublishableKeyRow[]> {
  const { rows } = await sql<PublishableKeyRow>`
    SELECT k.id, k.name, p.publishable_key AS "publishableKey", p.agent_id AS "agentId", p.origins,
      p.visitor_messages AS "visitorMessages", l.per_day AS "perDay", l.per_run AS "perRun",
      coalesce(s.today, 0) AS "spentToday", k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt"
    FROM publishable_keys p JOIN api_keys k ON k.id = p.key_id
    JOIN key_limits l ON l.account_id = k.account_id AND l.key_id = k.id
    LEFT JOIN LATERAL (
      SELECT d.today FROM key_spending d WHERE d.account_id = k.account_id AND d.key_id = k.id
    ) s ON true
    WHERE k.account_id = ${accountId} AND k.revoked_at IS NULL AND (${id ?? null}::text IS NULL OR k.id = ${id ?? null})
    ORDER BY k.id`.execute(db);
  return rows;
}

/** A publishable key as the embedded chat needs it, with the person who pays. */
export interface EmbeddingKeyRow {
  keyId: string;
  agentId: number;
  origins: string[];
  visitorMessages: number;
  /** The maximum cost of a message, in nano-USD. */
  perMessage: bigint;
  userId: string;
  accountId: string;
  username: string;
  planType: string;
  isSuspended: boolean;
}

/** Finds a publishable key that is not revoked, by the key itself or by its ID. */
export async function findEmbeddingKey(
  db: Queryable,
  by: { publishableKey: string } | { keyId: string },
): Promise<EmbeddingKeyRow | undefined> {
  const condition = "keyId" in by ? sql`k.id = ${by.keyId}` : sql`p.publishable_key = ${by.publishableKey}`;
  const { rows } = await sql<EmbeddingKeyRow>`
    SELECT k.id AS "keyId", p.agent_id AS "agentId", p.origins, p.visitor_messages AS "visitorMessages",
      l.per_run AS "perMessage", u.id AS "userId", k.account_id AS "accountId", u.username,
      a.plan_type AS "planType", u.suspended_at IS NOT NULL AS "isSuspended"
    FROM publishable_keys p JOIN api_keys k ON k.id = p.key_id
    JOIN users u ON u.id = k.user_id JOIN accounts a ON a.id = k.account_id
    JOIN key_limits l ON l.account_id = k.account_id AND l.key_id = k.id
    WHERE ${condition} AND k.revoked_at IS NULL AND u.is_active`.execute(db);
  return rows[0];
}

export async function insertPublishableKey(
  tx: Tx,
  key: {
    id: string;
    accountId: string;
    userId: string;
    name: string;
    publishableKey: string;
    keyHash: Buffer;
    prefix: string;
    agentId: number;
    origins: readonly string[];
    visitorMessages: number;
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
      scopes: [],
      is_publishable: true,
    })
    .execute();
  await tx
    .insertInto("publishable_keys")
    .values({
      key_id: key.id,
      publishable_key: key.publishableKey,
      agent_id: key.agentId,
      origins: [...key.origins],
      visitor_messages: key.visitorMessages,
    })
    .execute();
}

export async function changePublishableKey(
  tx: Tx,
  id: string,
  to: { name: string; origins: readonly string[]; visitorMessages: number },
): Promise<void> {
  await tx.updateTable("api_keys").set({ name: to.name }).where("id", "=", id).execute();
  await tx
    .updateTable("publishable_keys")
    .set({ origins: [...to.origins], visitor_messages: to.visitorMessages })
    .where("key_id", "=", id)
    .execute();
}
