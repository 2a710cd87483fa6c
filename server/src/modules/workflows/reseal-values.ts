import { sql } from "kysely";
import { matchReseal, type ResealContents } from "../../platform/crypto/content-tables.ts";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import { resealTable } from "../../platform/crypto/reseal.ts";
import type { Database } from "../../platform/db/database.ts";
import type { StoredKey } from "./stored-values.ts";
import { placeValue } from "./values-store.ts";

/** The number of values per query. A value can have several megabytes. */
const VALUES_PER_PAGE = 5;

interface ValueRow extends StoredKey {
  id: string;
  accountId: string;
  agentId: number;
  value: Buffer;
}

/** Returns a function that seals the values that workflows stored anew. */
export function createWorkflowResealing(db: Database, vault: ContentVault): ResealContents {
  return async (cause, maxRows) => [
    await resealTable(
      {
        async readNextRows(afterId, limit) {
          const after = JSON.parse(afterId || '["", 0, "", ""]') as [string, number, string, string];
          const [accountId, agentId, kind, key] = after;
          const { rows } = await sql<ValueRow>`
            SELECT json_build_array(v.account_id, v.agent_id, v.kind, v.key)::text AS id, v.account_id AS "accountId",
              v.agent_id AS "agentId", v.kind, v.key, v.value
            FROM workflow_values v
            WHERE (v.account_id, v.agent_id, v.kind, v.key) > (${accountId}, ${agentId}::integer, ${kind}, ${key})
              AND ${matchReseal(vault, cause, ["v.value"])}
            ORDER BY v.account_id, v.agent_id, v.kind, v.key LIMIT ${Math.min(limit, VALUES_PER_PAGE)}`.execute(
            db,
          );
          return rows;
        },
        sealAnew: (row: ValueRow) => vault.reseal(row.value, placeValue(row, row)),
        async replace({ accountId, agentId, kind, key, value }, sealed) {
          await sql`
            UPDATE workflow_values SET value = ${sealed}
            WHERE account_id = ${accountId} AND agent_id = ${agentId} AND kind = ${kind} AND key = ${key}
              AND value = ${value}`.execute(db);
        },
      },
      maxRows,
    ),
  ];
}
