import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import { describeMovement, type Movement } from "./describe-movement.ts";
import type { LedgerEntry } from "./ledger.ts";

/**
 * A wallet's movements, newest first; several lots of one transfer are one entry, so that the amounts of all
 * entries sum to the balance. The cursor is the last entry's id.
 */
export async function history(
  db: Queryable,
  accountId: string,
  page: { limit: number; offset: number; cursor: string | undefined },
): Promise<{ entries: LedgerEntry[]; nextCursor: string | null }> {
  const { rows } = await sql<Movement>`
    SELECT t.id, t.created_at AS "createdAt", t.kind, t.run_id AS "runId", t.agent_id AS "agentId",
      t.agent_name AS "agentName", t.grant_kind AS "grantKind", t.grant_period AS "grantPeriod",
      t.payer_account_id = ${accountId} AS "isPayer", moved.amount
    FROM (
      SELECT p.transfer_id, sum(p.amount)::bigint AS amount
      FROM postings p
      WHERE p.lot_id IS NOT NULL
        AND p.ledger_account_id = (SELECT wallet_ledger_id FROM wallets WHERE account_id = ${accountId})
        ${page.cursor === undefined ? sql`` : sql`AND p.transfer_id < ${page.cursor}`}
      GROUP BY p.transfer_id
      ORDER BY p.transfer_id DESC
      LIMIT ${page.limit + 1} OFFSET ${page.offset}
    ) moved
    JOIN transfers t ON t.id = moved.transfer_id
    ORDER BY t.id DESC`.execute(db);
  const entries = rows.slice(0, page.limit).map(describeMovement);
  return { entries, nextCursor: rows.length > page.limit ? (entries.at(-1)?.id ?? null) : null };
}
