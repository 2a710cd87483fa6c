import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { AgentStatistics } from "./runnable-agent.ts";

/**
 * Writes measured figures to `agent_stats`, and copies the figures that lists sort by to the search documents. Skips
 * unchanged rows and unknown agents. Locks rows in the order of their ids, so that two nodes never deadlock.
 */
export async function writeStatistics(db: Database, statistics: readonly AgentStatistics[]): Promise<void> {
  if (statistics.length === 0) return;
  const rows = JSON.stringify(statistics);
  await sql`
    WITH measured AS MATERIALIZED (
      SELECT figures.* FROM jsonb_to_recordset(${rows}::jsonb) AS figures (
        "agentId" int, executions bigint, completed bigint, failed bigint, users bigint,
        "medianMs" float8, "medianTokens" float8, "p95Tokens" float8)
      JOIN agents ON agents.id = figures."agentId"
      ORDER BY "agentId"
    ), stored AS (
      INSERT INTO agent_stats AS stats
        (agent_id, executions, completed, failed, users, median_ms, median_tokens, p95_tokens)
      SELECT "agentId", executions, completed, failed, users, "medianMs", "medianTokens", "p95Tokens"
      FROM measured
      ON CONFLICT (agent_id) DO UPDATE SET
        executions = excluded.executions, completed = excluded.completed, failed = excluded.failed,
        users = excluded.users, median_ms = excluded.median_ms, median_tokens = excluded.median_tokens,
        p95_tokens = excluded.p95_tokens, updated_at = now()
      WHERE (stats.executions, stats.completed, stats.failed, stats.users,
          stats.median_ms, stats.median_tokens, stats.p95_tokens)
        IS DISTINCT FROM (excluded.executions, excluded.completed, excluded.failed, excluded.users,
          excluded.median_ms, excluded.median_tokens, excluded.p95_tokens)
    ), changed AS MATERIALIZED (
      SELECT document.agent_id, measured.executions, measured."medianMs"
      FROM measured JOIN search_documents AS document ON document.agent_id = measured."agentId"
      WHERE (document.executions, document.median_ms) IS DISTINCT FROM (measured.executions, measured."medianMs")
      ORDER BY document.agent_id FOR NO KEY UPDATE OF document
    )
    UPDATE search_documents AS document
    SET executions = changed.executions, median_ms = changed."medianMs"
    FROM changed
    WHERE document.agent_id = changed.agent_id
  `.execute(db);
}
