import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** The facts about an agent, other than its words, that the ranking needs. */
export interface ListedAgent {
  agentId: number;
  ownerAccountId: string;
  isPublic: boolean;
  category: string;
  /** USD per token. */
  pricePerToken: number;
  completed: number;
  failed: number;
  rating: number | null;
  reviews: number;
  medianMs: number | null;
}

/** Finds the listed agents with the most runs, up to `limit`, and their figures. */
export async function findListedAgents(db: Database, limit: number): Promise<ListedAgent[]> {
  const { rows } = await sql<ListedAgent>`
    SELECT listed.agent_id AS "agentId", owner_account_id AS "ownerAccountId",
      visibility = 'public' AS "isPublic", category, price_per_token_nano::float8 / 1e9 AS "pricePerToken",
      coalesce(completed, 0)::float8 AS completed, coalesce(failed, 0)::float8 AS failed,
      listed.rating, coalesce(stats.reviews, 0) AS reviews, listed.median_ms AS "medianMs"
    FROM listed_agents AS listed LEFT JOIN agent_figures AS stats ON stats.agent_id = listed.agent_id
    ORDER BY listed.executions DESC, listed.agent_id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
}
