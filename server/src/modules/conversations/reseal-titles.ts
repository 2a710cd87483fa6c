import { sql } from "kysely";
import { matchReseal, type ResealContents } from "../../platform/crypto/content-tables.ts";
import { type ContentVault, placeTitle } from "../../platform/crypto/content-vault.ts";
import { resealTable } from "../../platform/crypto/reseal.ts";
import type { Database } from "../../platform/db/database.ts";

interface TitleRow {
  id: string;
  userId: string;
  title: Buffer;
}

/** Returns a function that seals the titles of conversations anew. */
export function createTitleResealing(db: Database, vault: ContentVault): ResealContents {
  return async (cause, maxRows) => [
    await resealTable(
      {
        async readNextRows(afterId, limit) {
          const { rows } = await sql<TitleRow>`
            SELECT id, user_id AS "userId", title FROM conversations
            WHERE id > ${afterId} AND ${matchReseal(vault, cause, ["title"])} ORDER BY id LIMIT ${limit}`.execute(
            db,
          );
          return rows;
        },
        sealAnew: (row) => vault.reseal(row.title, placeTitle(row)),
        async replace({ id, title }, sealed) {
          await sql`UPDATE conversations SET title = ${sealed} WHERE id = ${id} AND title = ${title}`.execute(
            db,
          );
        },
      },
      maxRows,
    ),
  ];
}
