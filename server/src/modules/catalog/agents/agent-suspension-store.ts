import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Locks an agent until the transaction ends, and reads the facts on which an operator's decision depends. */
export function lockAgent(tx: Tx, agentId: number) {
  return tx
    .selectFrom("agents")
    .select([
      "name",
      "owner_account_id as ownerAccountId",
      "suspension_reason as suspensionReason",
      "visibility",
    ])
    .where("id", "=", agentId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks all agents of an account, in the order of their ids, so that two transactions never wait for each other. */
export async function lockAgents(tx: Tx, accountId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom("agents")
    .select("id")
    .where("owner_account_id", "=", accountId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** @param reason null to restore the agent. */
export async function setSuspension(tx: Tx, agentId: number, reason: string | null): Promise<void> {
  await tx
    .updateTable("agents")
    .set({ suspension_reason: reason, suspended_at: reason === null ? null : sql<Date>`now()` })
    .where("id", "=", agentId)
    .execute();
}
