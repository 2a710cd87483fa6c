import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

/** Consecutive runs by other accounts that failed in the agent's own code, and the number of those accounts. */
export interface FailureStreak {
  failures: number;
  callers: number;
}

/** Counts the failures of an agent's current version since its last completed run. */
export async function readFailureStreak(db: Queryable, agentId: number): Promise<FailureStreak> {
  const { rows } = await sql<FailureStreak>`
    SELECT s.failures, s.callers
    FROM agents a CROSS JOIN LATERAL agent_failure_streak(a.id, a.current_version_id, a.failures_forgiven_at) s
    WHERE a.id = ${agentId}`.execute(db);
  return rows[0] ?? { failures: 0, callers: 0 };
}

/** Locks an agent that is active and neither archived nor deleted. Returns undefined for any other agent. */
export function lockActiveAgent(tx: Tx, agentId: number) {
  return tx
    .selectFrom("agents")
    .select(["name", "owner_account_id as ownerAccountId"])
    .where("id", "=", agentId)
    .where("is_active", "=", true)
    .where("archived_at", "is", null)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Pauses an agent: it is inactive until its owner activates it or makes another version current. */
export async function pauseAgent(
  tx: Tx,
  agentId: number,
  { failures, callers }: FailureStreak,
): Promise<void> {
  await tx
    .updateTable("agents")
    .set({
      is_active: false,
      paused_at: sql<Date>`now()`,
      paused_after_failures: failures,
      paused_after_callers: callers,
    })
    .where("id", "=", agentId)
    .execute();
}
