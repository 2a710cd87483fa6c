import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** Whether this account was charged for a completed run of the agent, from its end on. */
export async function hasPaidRun(db: Queryable, agentId: number, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    SELECT EXISTS (
      SELECT FROM runs
      WHERE agent_id = ${agentId} AND account_id = ${accountId} AND status = 'completed' AND cost > 0
    ) AS paid`.execute(db);
  return rows[0]?.paid ?? false;
}
