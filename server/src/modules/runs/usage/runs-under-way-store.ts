import type { RunUnderWay } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

export interface RunUnderWayRow {
  id: string;
  agent_id: number;
  agent_name: string;
  version: number;
  status: RunUnderWay["status"];
  task: string | null;
  created_at: Date;
  held: bigint;
  total: bigint;
}

/**
 * An account's runs that have not ended, newest first, each with how many there are. They are found by their live
 * holds, of which a plan allows so many (bound_live_runs), and never among all runs of the account.
 */
export async function readRunsUnderWay(
  db: Queryable,
  { accountId, agentId, limit }: { accountId: string; agentId: number | undefined; limit: number },
): Promise<RunUnderWayRow[]> {
  const ofAgent = agentId === undefined ? sql`` : sql`AND r.agent_id = ${agentId}`;
  const { rows } = await sql<RunUnderWayRow>`
    SELECT r.id, r.agent_id, r.agent_name, r.version, r.status, c.task, r.created_at, h.amount AS held,
      count(*) OVER () AS total
    FROM live_holds h JOIN runs r ON r.id = h.run_id LEFT JOIN run_contents c ON c.run_id = r.id
    WHERE h.account_id = ${accountId} AND r.parent_id IS NULL
      AND r.status IN ('queued', 'running') ${ofAgent}
    ORDER BY r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
