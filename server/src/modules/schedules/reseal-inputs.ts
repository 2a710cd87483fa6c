import { sql } from "kysely";
import { matchReseal, type ResealContents } from "../../platform/crypto/content-tables.ts";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import { resealTable } from "../../platform/crypto/reseal.ts";
import type { Database } from "../../platform/db/database.ts";
import { placeInput } from "./inputs.ts";

interface InputRow {
  id: string;
  accountId: string;
  input: Buffer;
}

/** Returns a function that seals the inputs of schedules anew. */
export function createScheduleResealing(db: Database, vault: ContentVault): ResealContents {
  return async (cause, maxRows) => [
    await resealTable(
      {
        async readNextRows(afterId, limit) {
          const { rows } = await sql<InputRow>`
            SELECT id, account_id AS "accountId", input FROM schedules
            WHERE id > ${afterId} AND ${matchReseal(vault, cause, ["input"])} ORDER BY id LIMIT ${limit}`.execute(
            db,
          );
          return rows;
        },
        sealAnew: (row) => vault.reseal(row.input, placeInput(row)),
        async replace({ id, input }, sealed) {
          await sql`UPDATE schedules SET input = ${sealed} WHERE id = ${id} AND input = ${input}`.execute(db);
        },
      },
      maxRows,
    ),
  ];
}
