import { sql } from "kysely";
import type { Database, Queryable } from "../../../platform/db/database.ts";

/** The hosts that a person currently allows an agent to reach. */
export interface StoredHostGrant {
  hosts: string[];
  /** The owner of the agent at the time of the grant. */
  agentOwnerAccountId: string;
}

export interface HostGrantKey {
  userId: string;
  agentId: number;
}

export async function readHostGrant(
  db: Queryable,
  { userId, agentId }: HostGrantKey,
): Promise<StoredHostGrant | undefined> {
  const row = await db
    .selectFrom("host_grants")
    .select(["hosts", "agent_owner_account_id"])
    .where("user_id", "=", userId)
    .where("agent_id", "=", agentId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row && { hosts: row.hosts, agentOwnerAccountId: row.agent_owner_account_id };
}

/** A grant as it appears in a person's list of grants. */
export interface ListedHostGrant {
  agentId: number;
  agentName: string;
  hosts: string[];
  createdAt: Date;
}

/** Returns the current grants of a person, newest first. */
export async function readHostGrants(
  db: Queryable,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<ListedHostGrant[]> {
  const rows = await db
    .selectFrom("host_grants as g")
    .innerJoin("agent_cards as a", "a.agent_id", "g.agent_id")
    .select(["g.agent_id", "g.hosts", "g.created_at"])
    .select(sql<string>`agent_name_for(a, ${accountId})`.as("name"))
    .where("g.user_id", "=", userId)
    .where("g.revoked_at", "is", null)
    .orderBy("g.created_at", "desc")
    .orderBy("g.id", "desc")
    .execute();
  return rows.map((row) => ({
    agentId: row.agent_id,
    agentName: row.name,
    hosts: row.hosts,
    createdAt: row.created_at,
  }));
}

/** Stores a grant. An earlier grant is kept as revoked, as a record of past permissions. */
export async function storeHostGrant(
  db: Database,
  { userId, agentId, agentOwnerAccountId, hosts }: HostGrantKey & StoredHostGrant,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await revokeHostGrant(tx, { userId, agentId });
    // Of two concurrent grants, the later one applies.
    await sql`
      INSERT INTO host_grants (user_id, agent_id, agent_owner_account_id, hosts)
      VALUES (${userId}, ${agentId}, ${agentOwnerAccountId}, ${hosts}::text[])
      ON CONFLICT (user_id, agent_id) WHERE revoked_at IS NULL
      DO UPDATE SET hosts = excluded.hosts, agent_owner_account_id = excluded.agent_owner_account_id,
        created_at = excluded.created_at`.execute(tx);
  });
}

/** Revokes a grant. @returns false if there is none */
export async function revokeHostGrant(db: Queryable, { userId, agentId }: HostGrantKey): Promise<boolean> {
  const result = await db
    .updateTable("host_grants")
    .set({ revoked_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("agent_id", "=", agentId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
