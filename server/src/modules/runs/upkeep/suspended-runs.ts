import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { LiveRuns } from "../live/live-run.ts";

interface SuspendedRun {
  id: string;
  cause: "agent_suspended" | "account_suspended";
}

/**
 * Stops this node's runs of suspended agents, developers and callers. Reads the current state instead of waiting for a
 * notification, so that it misses no suspension, even for a run that started while the suspension was being written.
 */
export async function stopSuspended(
  db: Database,
  live: LiveRuns,
  node: { nodeId: string; epoch: bigint },
): Promise<void> {
  for (const { id, cause } of await findSuspendedRuns(db, node)) live.get(id)?.stop(cause);
}

async function findSuspendedRuns(
  db: Database,
  { nodeId, epoch }: { nodeId: string; epoch: bigint },
): Promise<SuspendedRun[]> {
  const { rows } = await sql<SuspendedRun>`
    SELECT r.id,
      CASE WHEN caller.user_id IS NULL THEN 'agent_suspended' ELSE 'account_suspended' END AS cause
    FROM runs r
    LEFT JOIN suspended_agents agent ON agent.agent_id = r.agent_id
    LEFT JOIN suspended_people caller ON caller.user_id = r.user_id
    WHERE r.node_id = ${nodeId} AND r.epoch = ${epoch} AND r.status IN ('queued', 'running')
      AND (agent.agent_id IS NOT NULL OR caller.user_id IS NOT NULL
        OR EXISTS (SELECT FROM suspended_accounts s WHERE s.account_id = r.developer_account_id))`.execute(
    db,
  );
  return rows;
}
