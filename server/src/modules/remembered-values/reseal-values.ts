import { sql } from "kysely";
import { matchReseal, type ResealContents } from "../../platform/crypto/content-tables.ts";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import { resealTable } from "../../platform/crypto/reseal.ts";
import type { Database } from "../../platform/db/database.ts";
import { placeValue, type StoreName } from "./run-store.ts";

/** The number of values per query. A value can have a megabyte. */
const VALUES_PER_PAGE = 10;

/** `id` is the store's id and the key, separated by a space. */
interface ValueRow extends StoreName {
  id: string;
  storeId: string;
  key: string;
  value: Buffer;
}

/** Returns a function that seals the values of agents anew. It changes their tags, so runs read them again. */
export function createMemoryResealing(db: Database, vault: ContentVault): ResealContents {
  return async (cause, maxRows) => [
    await resealTable(
      {
        async readNextRows(afterId, limit) {
          const [storeId = "0"] = afterId.split(" ", 1);
          const key = afterId.slice(storeId.length + 1);
          const { rows } = await sql<ValueRow>`
            SELECT v.store_id || ' ' || v.key AS id, s.agent_id AS "agentId", s.user_id AS "userId",
              v.store_id::text AS "storeId", v.key, v.value
            FROM remembered_values v JOIN remembered_stores s ON s.id = v.store_id
            WHERE (v.store_id, v.key) > (${storeId || "0"}::bigint, ${key}) AND ${matchReseal(vault, cause, ["v.value"])}
            ORDER BY v.store_id, v.key LIMIT ${Math.min(limit, VALUES_PER_PAGE)}`.execute(db);
          return rows;
        },
        sealAnew: (row) => vault.reseal(row.value, placeValue(row, row.key)),
        async replace({ storeId, key, value }, sealed) {
          await sql`
            UPDATE remembered_values SET value = ${sealed}
            WHERE store_id = ${storeId}::bigint AND key = ${key} AND value = ${value}`.execute(db);
        },
      },
      maxRows,
    ),
  ];
}
