import { type RawBuilder, sql } from "kysely";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { placeValue, type StoreName, selectFrom } from "./run-store.ts";

export interface AgentRow {
  agent_id: number;
  agent_name: string;
  value_count: number;
  bytes: number;
  updated_at: Date;
}

/** Lists the agents that remember something about a person, the most recently updated first. */
export async function listAgents(
  db: Queryable,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    SELECT v.agent_id, agent_name_for(a, ${accountId}) AS agent_name, v.value_count, v.bytes, v.updated_at
    FROM (
      SELECT u.agent_id, count(*)::integer AS value_count, sum(u.bytes)::integer AS bytes, max(u.updated_at) AS updated_at
      FROM unexpired_values u WHERE u.user_id = ${userId} GROUP BY u.agent_id
    ) v JOIN agent_cards a ON a.agent_id = v.agent_id
    ORDER BY v.updated_at DESC, v.agent_id`.execute(db);
  return rows;
}

export interface ValueRow {
  key: string;
  value: string;
  bytes: number;
  updated_at: Date;
  expires_at: Date | null;
}

/** Lists the values of a store by key. */
export async function listValues(
  { db, contentVault }: { db: Queryable; contentVault: ContentVault },
  store: StoreName,
): Promise<ValueRow[]> {
  const { rows } = await sql<Omit<ValueRow, "value"> & { value: Buffer }>`
    SELECT v.key, v.value, v.bytes, v.updated_at, v.expires_at FROM ${selectFrom(store)} ORDER BY v.key`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, value: contentVault.open(row.value, placeValue(store, row.key)) }));
}

/** Deletes a store with its values. */
export async function deleteStore(db: Database, { agentId, userId }: StoreName): Promise<void> {
  const ofPerson = userId === null ? sql`user_id IS NULL` : sql`user_id = ${userId}`;
  await deleteStores(db, sql`agent_id = ${agentId} AND ${ofPerson}`);
}

/** Deletes everything that agents remember about a person. */
export async function deleteStoresAbout(db: Queryable, userId: string): Promise<void> {
  await deleteStores(db, sql`user_id = ${userId}`);
}

/** Deletes everything that the agents of an account remember. */
export async function deleteStoresOfOwner(db: Queryable, accountId: string): Promise<void> {
  await deleteStores(
    db,
    sql`agent_id IN (SELECT a.agent_id FROM agent_cards a WHERE a.owner_account_id = ${accountId})`,
  );
}

async function deleteStores(db: Queryable, where: RawBuilder<unknown>): Promise<void> {
  await sql`DELETE FROM remembered_stores WHERE ${where}`.execute(db);
}
