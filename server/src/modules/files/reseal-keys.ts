import { sql } from "kysely";
import { matchReseal, type ResealContents } from "../../platform/crypto/content-tables.ts";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import { resealTable } from "../../platform/crypto/reseal.ts";
import type { Database } from "../../platform/db/database.ts";
import { placeFileKey } from "./file-contents.ts";

interface KeyRow {
  id: string;
  account_id: string;
  storage_key: string;
  sealed_key: Buffer;
}

/** Returns a function that seals the keys of files anew. Their contents stay as they are. */
export function createFileKeyResealing(db: Database, vault: ContentVault): ResealContents {
  return async (cause, maxRows) => [
    await resealTable(
      {
        async readNextRows(afterId, limit) {
          const { rows } = await sql<KeyRow>`
            SELECT id, account_id, storage_key, sealed_key FROM files
            WHERE id > ${afterId} AND sealed_key IS NOT NULL AND ${matchReseal(vault, cause, ["sealed_key"])}
            ORDER BY id LIMIT ${limit}`.execute(db);
          return rows;
        },
        sealAnew: (row) => vault.reseal(row.sealed_key, placeFileKey(row)),
        async replace({ id, sealed_key: before }, sealed) {
          await sql`UPDATE files SET sealed_key = ${sealed} WHERE id = ${id} AND sealed_key = ${before}`.execute(
            db,
          );
        },
      },
      maxRows,
    ),
  ];
}
