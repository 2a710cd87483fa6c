import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** Median tokens of an agent's completed runs; null before the first. */
export async function medianTokensOf(db: Queryable, agentId: number): Promise<number | null> {
  const { rows } = await sql<{ median_tokens: number | null }>`
    SELECT median_tokens FROM run_agent_figures WHERE agent_id = ${agentId}`.execute(db);
  return rows[0]?.median_tokens ?? null;
}
