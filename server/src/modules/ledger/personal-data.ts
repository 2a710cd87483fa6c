import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData, toUsd } from "../../platform/personal-data/personal-data.ts";

/**
 * Exports an account's spending, earnings, credits, movements and statements. Deletes its spending limits and daily
 * spending. Transfers, wallets and lots are accounting records and stay.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "spending",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT d.key_id || ' ' || d.day AS cursor, row_to_json(r)::text AS row
        FROM spending_days d LEFT JOIN spending_limits l USING (account_id, key_id),
        LATERAL (SELECT nullif(d.key_id, '') AS key_id, d.day, ${toUsd("d.amount")} AS amount,
          ${toUsd("l.per_run")} AS limit_per_run, ${toUsd("l.per_day")} AS limit_per_day) r
        WHERE d.account_id = ${accountId} AND d.key_id || ' ' || d.day > ${after} ORDER BY 1 ${limit}`,
    },
    // The daily earnings of agents, as the studio shows them. They do not reveal to the developer who ran the agents.
    {
      name: "agent_revenue",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT lpad(a.id::text, 10, '0') || ' ' || a.day AS cursor, row_to_json(r)::text AS row
        FROM (
          SELECT d.agent_id AS id, d.day, sum(d.executions)::bigint AS executions, sum(d.gross)::bigint AS gross,
            sum(d.model_cost)::bigint AS model_cost, sum(d.fee)::bigint AS fee, sum(d.revenue)::bigint AS revenue
          FROM agent_revenue d JOIN agent_cards o ON o.agent_id = d.agent_id
          WHERE o.owner_account_id = ${accountId} GROUP BY d.agent_id, d.day
        ) a, LATERAL (SELECT a.id AS agent_id, a.day, a.executions, ${toUsd("a.gross")} AS gross,
          ${toUsd("a.model_cost")} AS model_cost, ${toUsd("a.fee")} AS fee, ${toUsd("a.revenue")} AS revenue) r
        WHERE lpad(a.id::text, 10, '0') || ' ' || a.day > ${after} ORDER BY 1 ${limit}`,
    },
    // Exports the wallet's credit lots.
    {
      name: "credits",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT l.id AS cursor, row_to_json(r)::text AS row
        FROM wallet_lots l, LATERAL (SELECT l.source, l.kind, l.period, ${toUsd("l.granted")} AS granted,
          ${toUsd("l.remaining")} AS remaining, l.created_at, l.expires_at) r
        WHERE l.account_id = ${accountId} AND l.id > ${after} ORDER BY l.id ${limit}`,
    },
    // Exports the movements into and out of the wallet.
    {
      name: "movements",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT m.transfer_id AS cursor, row_to_json(r)::text AS row
        FROM (
          SELECT p.transfer_id, sum(p.amount)::bigint AS amount FROM postings p
          WHERE p.lot_id IS NOT NULL AND p.transfer_id > ${after}
            AND p.ledger_account_id = (SELECT w.wallet_ledger_id FROM wallets w WHERE w.account_id = ${accountId})
          GROUP BY p.transfer_id ORDER BY p.transfer_id ${limit}
        ) m JOIN transfers t ON t.id = m.transfer_id,
        LATERAL (SELECT t.id, t.created_at, t.kind, ${toUsd("m.amount")} AS amount, t.currency, t.run_id, t.agent_id,
          t.agent_name, t.grant_kind, t.grant_period) r
        ORDER BY m.transfer_id`,
    },
    // Exports each month's totals by kind, with the closing balance.
    {
      name: "statements",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT s.month AS cursor, row_to_json(r)::text AS row
        FROM (
          SELECT to_char(m.month, 'YYYY-MM') AS month, sum(m.entries) AS entries,
            json_object_agg(m.kind, ${toUsd("m.amount")} ORDER BY m.kind) AS amounts,
            sum(sum(m.amount)) OVER (ORDER BY m.month) AS closed_with
          FROM wallet_months_of(${accountId}) m
          GROUP BY m.month
        ) s, LATERAL (SELECT s.month, s.entries, s.amounts, ${toUsd("s.closed_with")} AS closing) r
        WHERE s.month > ${after} ORDER BY s.month ${limit}`,
    },
  ],
  async erase(tx, { accountId }) {
    await sql`DELETE FROM spending_limits WHERE account_id = ${accountId}`.execute(tx);
    await sql`DELETE FROM spending_days WHERE account_id = ${accountId}`.execute(tx);
  },
};
