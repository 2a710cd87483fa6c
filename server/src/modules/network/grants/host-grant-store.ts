import { sql } from "kysely";
import type { Database, Queryable } from "../../../platform/db/database.ts";

/** The hosts that a person currently allows an agent to reach. */
export interface HostGrant {
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
): Promise<HostGrant | undefined> {
  const row = await db
    .selectFrom("host_grants")
    .select(["hosts", "agent_owner_account_id"])
    .where("user_id", "=", userId)
    .where("agent_id", "=", agentId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row && { hosts: row.hosts, agentOwnerAccountId: row.agent_owner_account_id };
}

/** Stores a grant. The one that it replaces is kept as revoked, as a record of what was allowed until now. */
export async function storeHostGrant(
  db: Database,
  { userId, agentId, agentOwnerAccountId, hosts }: HostGrantKey & HostGrant,
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

/** @returns false if this person has allowed the agent nothing */
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
