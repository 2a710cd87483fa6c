import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";
import { describeMovement, transferKinds } from "./describe-movement.ts";
import type { HistoryFilter, HistoryPage, LedgerEntry } from "./ledger.ts";
import { LONGEST_TRANSACTION } from "./longest-transaction.ts";
import type { Movement } from "./movements.ts";

/**
 * Returns a wallet's movements, newest first. All lots of a transfer form one entry, so the entries add up to the
 * balance. The cursor is the id of the last entry.
 */
export async function readHistory(
  db: Queryable,
  accountId: string,
  page: HistoryPage,
  filter: HistoryFilter = {},
): Promise<{ entries: LedgerEntry[]; nextCursor: string | null }> {
  const { rows } = await sql<Movement>`
    SELECT t.id, t.created_at AS "createdAt", t.kind, t.run_id AS "runId", t.agent_id AS "agentId",
      t.agent_name AS "agentName", t.grant_kind AS "grantKind", t.grant_period AS "grantPeriod",
      t.free_per_day AS "freePerDay",
      t.payer_account_id = ${accountId} AS "isPayer", moved.amount
    FROM (
      SELECT p.transfer_id, sum(p.amount)::bigint AS amount
      FROM postings p ${isNarrowed(filter) ? sql`JOIN transfers f ON f.id = p.transfer_id` : sql``}
      WHERE p.lot_id IS NOT NULL
        AND p.ledger_account_id = (SELECT wallet_ledger_id FROM wallets WHERE account_id = ${accountId})
        ${page.cursor === undefined ? sql`` : sql`AND p.transfer_id < ${page.cursor}`}
        ${isNarrowed(filter) ? createFilter(filter, page.cursor) : sql``}
      GROUP BY p.transfer_id
      ORDER BY p.transfer_id DESC
      LIMIT ${page.limit + 1} OFFSET ${page.offset}
    ) moved
    JOIN transfers t ON t.id = moved.transfer_id
    ORDER BY t.id DESC`.execute(db);
  const entries = rows.slice(0, page.limit).map(describeMovement);
  return { entries, nextCursor: rows.length > page.limit ? (entries.at(-1)?.id ?? null) : null };
}

function isNarrowed(filter: HistoryFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/**
 * Creates the conditions of a filter. Days become ranges of transfer ids, so that the cost of a query depends on the
 * length of its range. Each bound applies to both tables, so that the merge join by id starts its scan of each table
 * there.
 */
function createFilter({ kind, agentId, from, to }: HistoryFilter, cursor: string | undefined) {
  const conditions = [sql``];
  const between = (bound: RawBuilder<unknown>) =>
    conditions.push(sql`p.transfer_id ${bound}`, sql`f.id ${bound}`);
  if (cursor !== undefined) conditions.push(sql`f.id < ${cursor}`);
  if (kind !== undefined) conditions.push(sql`f.kind = ANY (${transferKinds(kind)}::text[])`);
  if (agentId !== undefined) conditions.push(sql`f.agent_id = ${agentId}`);
  if (from !== undefined) {
    const first = sql`${from}::date::timestamp AT TIME ZONE 'UTC'`;
    conditions.push(sql`f.created_at >= ${first}`);
    between(sql`>= transfer_id_at(${first})`);
  }
  if (to !== undefined) {
    const end = sql`(${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
    conditions.push(sql`f.created_at < ${end}`);
    between(sql`< transfer_id_at(${end} + ${LONGEST_TRANSACTION}::interval)`);
  }
  return sql.join(conditions, sql` AND `);
}
