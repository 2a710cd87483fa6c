import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { Span } from "./figures.ts";

/**
 * Counts distinct users per day. Users of runs that have not been counted yet are looked up one by one, because there
 * are few of them.
 */
export async function readUserDays(
  tx: Tx,
  { developerAccountId, agentId, from }: Span,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ date: string; users: bigint }>`
    SELECT day::text AS date, sum(users)::bigint AS users FROM (
      SELECT d.day, d.users FROM agent_run_days d
      WHERE d.developer_account_id = ${developerAccountId} AND d.agent_id = ${agentId} AND d.day >= ${from}::date
      UNION ALL
      SELECT w.day, count(DISTINCT w.user_account_id) FROM run_facts_waiting w
      WHERE w.developer_account_id = ${developerAccountId} AND w.agent_id = ${agentId} AND w.day >= ${from}::date
        AND w.user_account_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM agent_day_users u
          WHERE u.developer_account_id = w.developer_account_id AND u.agent_id = w.agent_id AND u.day = w.day
            AND u.account_id = w.user_account_id)
      GROUP BY w.day
    ) both_parts
    GROUP BY day`.execute(tx);
  return new Map(rows.map(({ date, users }) => [date, users]));
}

export async function readUserTotal(tx: Tx, { developerAccountId, agentId, from }: Span): Promise<bigint> {
  const { rows } = await sql<{ users: bigint }>`
    SELECT (
      SELECT count(*) FROM agent_last_users u
      WHERE u.developer_account_id = ${developerAccountId} AND u.agent_id = ${agentId}
        AND u.last_day >= ${from}::date
    ) + (
      SELECT count(DISTINCT w.user_account_id) FROM run_facts_waiting w
      WHERE w.developer_account_id = ${developerAccountId} AND w.agent_id = ${agentId} AND w.day >= ${from}::date
        AND w.user_account_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM agent_last_users u
          WHERE u.developer_account_id = w.developer_account_id AND u.agent_id = w.agent_id
            AND u.account_id = w.user_account_id AND u.last_day >= ${from}::date)
    ) AS users`.execute(tx);
  return rows[0]?.users ?? 0n;
}
