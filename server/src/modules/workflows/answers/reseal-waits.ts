import { sql } from "kysely";
import { matchReseal, type ResealContents } from "../../../platform/crypto/content-tables.ts";
import type { ContentVault } from "../../../platform/crypto/content-vault.ts";
import { resealTable } from "../../../platform/crypto/reseal.ts";
import type { Database } from "../../../platform/db/database.ts";
import { placeWait } from "./wait-store.ts";

/** `id` is the hash of the token, in hexadecimal digits. */
interface WaitRow {
  id: string;
  hash: Buffer;
  runId: string;
  accountId: string;
  asks: Buffer;
  answer: Buffer | null;
}

/** Returns a function that seals the questions and answers of waiting runs anew. */
export function createWaitResealing(db: Database, vault: ContentVault): ResealContents {
  return async (cause, maxRows) => [
    await resealTable(
      {
        async readNextRows(afterId, limit) {
          const { rows } = await sql<WaitRow>`
            SELECT encode(token_hash, 'hex') AS id, token_hash AS hash, run_id AS "runId", account_id AS "accountId",
              asks, answer
            FROM run_waits
            WHERE token_hash > decode(${afterId}, 'hex') AND asks IS NOT NULL
              AND ${matchReseal(vault, cause, ["asks", "answer"])}
            ORDER BY token_hash LIMIT ${limit}`.execute(db);
          return rows;
        },
        sealAnew: (row) => ({
          asks: vault.reseal(row.asks, placeWait("asks", row)),
          answer: row.answer && vault.reseal(row.answer, placeWait("answer", row)),
        }),
        async replace({ hash, asks, answer }, sealed) {
          await sql`
            UPDATE run_waits SET asks = ${sealed.asks}, answer = ${sealed.answer}
            WHERE token_hash = ${hash} AND asks = ${asks} AND answer IS NOT DISTINCT FROM ${answer}`.execute(
            db,
          );
        },
      },
      maxRows,
    ),
  ];
}
