import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** The agents that anybody may see, those that are run most first, at most `limit`. */
export async function findPublicAgents(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await sql<{ agentId: bigint }>`
    SELECT agent_id AS "agentId" FROM search_documents WHERE visibility = 'public'
    ORDER BY executions DESC, agent_id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ agentId }) => Number(agentId));
}
