import type { ConnectorUse } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import { parseStoredScope } from "./grant-store.ts";

/** A user's "Any API" connector, with one agent's permission to use it instead of a declared server. */
export interface ChosenConnector {
  connectorId: string;
  /** The host of the API. */
  service: string;
  isActive: boolean;
  grant:
    | { standsFor: string; scope: Pick<ConnectorUse, "methods" | "paths">; agentOwnerAccountId: string }
    | undefined;
}

/**
 * Lists the connectors that a user can choose from: the "Any API" connectors, which are the only connectors with a dot
 * in their name. A connector that was chosen for several servers is listed once for each.
 */
export async function readChosen(
  db: Queryable,
  key: { userId: string; agentId: number; declared: readonly string[] },
): Promise<ChosenConnector[]> {
  const { rows } = await sql<{
    connector_id: string;
    service_name: string;
    is_active: boolean;
    stands_for: string | null;
    manifest: unknown;
    agent_owner_account_id: string | null;
  }>`
    SELECT c.id AS connector_id, c.service_name, c.is_active, g.stands_for, g.manifest, g.agent_owner_account_id
    FROM connectors c
    LEFT JOIN connector_grants g ON g.user_id = c.user_id AND g.agent_id = ${key.agentId}
      AND g.connector_id = c.id AND g.revoked_at IS NULL AND g.stands_for = ANY(${[...key.declared]}::text[])
    WHERE c.user_id = ${key.userId} AND strpos(c.service_name, '.') > 0
    ORDER BY c.service_name`.execute(db);
  return rows.map((row) => ({
    connectorId: row.connector_id,
    service: row.service_name,
    isActive: row.is_active,
    grant:
      row.stands_for === null || row.agent_owner_account_id === null
        ? undefined
        : {
            standsFor: row.stands_for,
            scope: parseStoredScope(row.manifest),
            agentOwnerAccountId: row.agent_owner_account_id,
          },
  }));
}
