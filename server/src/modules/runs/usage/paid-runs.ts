import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/**
 * Whether this account was charged for a completed run of the agent, from its end on: by the figures of its hours,
 * and by what still waits to be folded into them. Read from `runs` it took half a second where an account with
 * 200,000 runs asked about an agent with as many.
 */
export async function hasPaidRun(db: Queryable, agentId: number, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    SELECT EXISTS (
      SELECT FROM run_stats_hourly
      WHERE account_id = ${accountId} AND agent_id = ${agentId} AND completed > 0 AND cost > 0
    ) OR EXISTS (
      SELECT FROM outbox
      WHERE topic = 'runs.statistics' AND payload ->> 'account_id' = ${accountId}
        AND (payload ->> 'agent_id')::integer = ${agentId}
        AND payload ->> 'status' = 'completed' AND (payload ->> 'cost')::bigint > 0
    ) AS paid`.execute(db);
  return rows[0]?.paid ?? false;
}
