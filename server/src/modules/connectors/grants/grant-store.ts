import { ConnectorUse } from "@stoa/contract";
import { sql } from "kysely";
import type * as z from "zod";
import type { Database, Queryable } from "../../../platform/db/database.ts";

/** The schema of `connector_grants.manifest`; values from the database are parsed, not trusted. */
const StoredScope = ConnectorUse.pick({ methods: true, paths: true });
type StoredScope = z.infer<typeof StoredScope>;

/** @throws ZodError if the value does not match the schema */
export const parseStoredScope = (manifest: unknown): StoredScope => StoredScope.parse(manifest);

/** A user's connector for a service, with the access to it that they have granted to one agent. */
export interface Standing {
  connectorId: string;
  service: string;
  isActive: boolean;
  /** The current grant, whichever account owned the agent when it was given. */
  grant: { scope: StoredScope; agentOwnerAccountId: string } | undefined;
}

/** Returns a user's status with an agent: one entry for each of these services for which the user has a connector. */
export async function readStandings(
  db: Queryable,
  key: { userId: string; agentId: number; services: readonly string[] },
): Promise<Standing[]> {
  const { rows } = await sql<{
    connector_id: string;
    service_name: string;
    is_active: boolean;
    manifest: unknown;
    agent_owner_account_id: string | null;
  }>`
    SELECT c.id AS connector_id, c.service_name, c.is_active, g.manifest, g.agent_owner_account_id
    FROM connectors c
    LEFT JOIN connector_grants g ON g.user_id = c.user_id AND g.agent_id = ${key.agentId}
      AND g.connector_id = c.id AND g.revoked_at IS NULL AND g.stands_for IS NULL
    WHERE c.user_id = ${key.userId} AND c.service_name = ANY(${[...key.services]}::text[])`.execute(db);
  return rows.map((row) => ({
    connectorId: row.connector_id,
    service: row.service_name,
    isActive: row.is_active,
    grant:
      row.agent_owner_account_id === null
        ? undefined
        : { scope: StoredScope.parse(row.manifest), agentOwnerAccountId: row.agent_owner_account_id },
  }));
}

export interface NewGrant {
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  connectorId: string;
  /** The server that the connector was chosen for; null for its own service. */
  standsFor: string | null;
  scope: StoredScope;
}

/** All connectors that a user chose for a declared server. */
export interface Choice {
  userId: string;
  agentId: number;
  standsFor: string;
}

/**
 * Stores grants together. Grants that they replace are kept as revoked, as a record of earlier permissions. @param
 * chosenAnew servers whose earlier choices are all replaced
 */
export async function storeGrants(
  db: Database,
  grants: readonly NewGrant[],
  chosenAnew: readonly Choice[] = [],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { userId, agentId, standsFor } of chosenAnew) {
      // Of two concurrent choices, the later one applies as a whole.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${userId}:${agentId}`}, 0))`.execute(tx);
      await sql`
        UPDATE connector_grants SET revoked_at = now()
        WHERE user_id = ${userId} AND agent_id = ${agentId} AND stands_for = ${standsFor}
          AND revoked_at IS NULL`.execute(tx);
    }
    for (const { userId, agentId, agentOwnerAccountId, connectorId, standsFor, scope } of grants) {
      await sql`
        UPDATE connector_grants SET revoked_at = now()
        WHERE user_id = ${userId} AND agent_id = ${agentId} AND connector_id = ${connectorId}
          AND stands_for IS NOT DISTINCT FROM ${standsFor}::text AND revoked_at IS NULL`.execute(tx);
      // Of two concurrent grants for the same connector, the later one applies.
      await sql`
        INSERT INTO connector_grants (user_id, agent_id, agent_owner_account_id, connector_id, stands_for, manifest)
        VALUES (${userId}, ${agentId}, ${agentOwnerAccountId}, ${connectorId}, ${standsFor},
          ${JSON.stringify({ methods: scope.methods, paths: scope.paths })})
        ON CONFLICT (user_id, agent_id, connector_id, stands_for) WHERE revoked_at IS NULL
        DO UPDATE SET manifest = excluded.manifest, agent_owner_account_id = excluded.agent_owner_account_id,
          created_at = excluded.created_at`.execute(tx);
    }
  });
}

/** A grant that is in effect, with the access that it gives to an agent. */
export interface LiveGrant {
  id: string;
  agentId: number;
  agentName: string;
  service: string;
  standsFor: string | null;
  scope: StoredScope;
  createdAt: Date;
}

export async function readLiveGrants(db: Queryable, userId: string): Promise<LiveGrant[]> {
  const rows = await db
    .selectFrom("connector_grants as g")
    .innerJoin("connectors as c", "c.id", "g.connector_id")
    .innerJoin("agent_cards as a", "a.agent_id", "g.agent_id")
    .select(["g.id", "g.agent_id", "c.service_name", "g.stands_for", "g.manifest", "g.created_at"])
    .select(sql<string>`agent_name_for(a, c.account_id)`.as("name"))
    .where("g.user_id", "=", userId)
    .where("g.revoked_at", "is", null)
    .orderBy("g.created_at", "desc")
    .orderBy("g.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    agentName: row.name,
    service: row.service_name,
    standsFor: row.stands_for,
    scope: StoredScope.parse(row.manifest),
    createdAt: row.created_at,
  }));
}

/** @returns false if this user has no such grant */
export async function revokeGrant(db: Queryable, grantId: string, userId: string): Promise<boolean> {
  const result = await db
    .updateTable("connector_grants")
    .set({ revoked_at: sql<Date>`now()` })
    .where("id", "=", grantId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
