import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Reads what an operator's decision about an agent rests on. It stays so until the transaction's end. */
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

/** Always in the order of ids, so that two of these never wait for each other. */
export async function lockAgentsOf(tx: Tx, accountId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom("agents")
    .select("id")
    .where("owner_account_id", "=", accountId)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** @param reason null where it is restored. */
export async function setSuspension(tx: Tx, agentId: number, reason: string | null): Promise<void> {
  await tx
    .updateTable("agents")
    .set({ suspension_reason: reason, suspended_at: reason === null ? null : sql<Date>`now()` })
    .where("id", "=", agentId)
    .execute();
}
