import { sql } from "kysely";
import { type ExportQuery, usd } from "./export-query.ts";

/** What the wallet consists of. */
export const exportCredits: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT l.id AS cursor, row_to_json(r)::text AS row
  FROM wallet_lots l, LATERAL (SELECT l.source, l.kind, l.period, ${usd("l.granted")} AS granted,
    ${usd("l.remaining")} AS remaining, l.created_at, l.expires_at) r
  WHERE l.account_id = ${accountId} AND l.id > ${after} ORDER BY l.id ${limit}`;

/** What came into the wallet and went out of it. */
export const exportMovements: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT m.transfer_id AS cursor, row_to_json(r)::text AS row
  FROM (
    SELECT p.transfer_id, sum(p.amount)::bigint AS amount FROM postings p
    WHERE p.lot_id IS NOT NULL AND p.transfer_id > ${after}
      AND p.ledger_account_id = (SELECT w.wallet_ledger_id FROM wallets w WHERE w.account_id = ${accountId})
    GROUP BY p.transfer_id ORDER BY p.transfer_id ${limit}
  ) m JOIN transfers t ON t.id = m.transfer_id,
  LATERAL (SELECT t.id, t.created_at, t.kind, ${usd("m.amount")} AS amount, t.currency, t.run_id, t.agent_id,
    t.agent_name, t.grant_kind, t.grant_period) r
  ORDER BY m.transfer_id`;

/** What each month came to, by kind, and the balance that it closed with. */
export const exportStatements: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT s.month AS cursor, row_to_json(r)::text AS row
  FROM (
    SELECT to_char(m.month, 'YYYY-MM') AS month, sum(m.entries) AS entries,
      json_object_agg(m.kind, ${usd("m.amount")} ORDER BY m.kind) AS amounts,
      sum(sum(m.amount)) OVER (ORDER BY m.month) AS closed_with
    FROM wallet_months_of(${accountId}) m
    GROUP BY m.month
  ) s, LATERAL (SELECT s.month, s.entries, s.amounts, ${usd("s.closed_with")} AS closing) r
  WHERE s.month > ${after} ORDER BY s.month ${limit}`;
