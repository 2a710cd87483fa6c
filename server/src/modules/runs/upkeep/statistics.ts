import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { RunnableAgents } from "../../catalog/index.ts";

/** The number of runs to fold per statement. A busy server ends about this many per second. */
const BATCH = 500;

interface FoldedRow {
  agent_id: number;
  runs: bigint;
  failures: bigint;
}

interface FiguresRow {
  agent_id: number;
  executions: bigint;
  completed: bigint;
  failed: bigint;
  users: bigint;
  median_ms: number | null;
  median_tokens: number | null;
  p95_tokens: number | null;
}

/**
 * Checks agents that have just failed in other people's runs. It is passed in, because `runs` does not know
 * notifications.
 */
export type CheckFailures = (agentIds: readonly number[]) => Promise<void>;

/**
 * Folds up to 500 ended runs from the outbox into the hourly figures, passes the agents' new figures to the catalog, and
 * checks agents that failed.
 * @returns whether there may be more
 */
async function foldBatch(
  db: Database,
  agents: Pick<RunnableAgents, "recordStatistics">,
  checkFailures: CheckFailures,
): Promise<boolean> {
  const folded = await sql<FoldedRow>`
    SELECT agent_id, runs, failures FROM fold_run_statistics(${BATCH})`.execute(db);
  const changed = folded.rows.map((row) => row.agent_id);
  if (changed.length === 0) return false;
  const { rows } = await sql<FiguresRow>`SELECT * FROM measure_run_agents(${changed}::integer[])`.execute(db);
  await agents.recordStatistics(
    rows.map((row) => ({
      agentId: row.agent_id,
      executions: Number(row.executions),
      completed: Number(row.completed),
      failed: Number(row.failed),
      users: Number(row.users),
      medianMs: row.median_ms,
      medianTokens: row.median_tokens,
      p95Tokens: row.p95_tokens,
    })),
  );
  await checkFailures(folded.rows.filter(({ failures }) => failures > 0n).map(({ agent_id }) => agent_id));
  return folded.rows.reduce((sum, { runs }) => sum + Number(runs), 0) === BATCH;
}

/**
 * Folds the runs that have ended until now. Runs that end meanwhile wait for the next call, because a batch takes about
 * the same time for one run as for many.
 */
export async function foldStatistics(...args: Parameters<typeof foldBatch>): Promise<void> {
  while (await foldBatch(...args));
}
