import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

/** A secret as it is stored. The seal is bound to the agent, the name and the owner. */
export interface SealedAgentSecret {
  agentId: number;
  ownerAccountId: string;
  name: string;
  sealed: Buffer;
}

const SEALED = ["agent_id as agentId", "owner_account_id as ownerAccountId", "name", "sealed"] as const;

/** Lists an agent's secrets by name, without their values. */
export function listSecrets(db: Queryable, agentId: number) {
  return db
    .selectFrom("agent_secrets")
    .select(["name", "is_masked", "updated_at"])
    .where("agent_id", "=", agentId)
    .orderBy("name")
    .execute();
}

/** Returns an agent's secrets with their sealed values. */
export function readSealedSecrets(db: Queryable, agentId: number): Promise<SealedAgentSecret[]> {
  return db.selectFrom("agent_secrets").select(SEALED).where("agent_id", "=", agentId).execute();
}

/** Stores a secret, or replaces the secret with the same name. */
export async function storeSecret(
  tx: Tx,
  secret: SealedAgentSecret & { isMasked: boolean; userId: string },
): Promise<void> {
  const { agentId, ownerAccountId, name, sealed, isMasked, userId } = secret;
  await tx
    .insertInto("agent_secrets")
    .values({
      agent_id: agentId,
      owner_account_id: ownerAccountId,
      name,
      sealed,
      is_masked: isMasked,
      updated_by: userId,
    })
    .onConflict((same) =>
      same.columns(["agent_id", "name"]).doUpdateSet({
        sealed,
        is_masked: isMasked,
        updated_by: userId,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** @returns false if the agent has no such secret. */
export async function deleteSecret(tx: Tx, agentId: number, name: string): Promise<boolean> {
  const result = await tx
    .deleteFrom("agent_secrets")
    .where("agent_id", "=", agentId)
    .where("name", "=", name)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Returns secrets that are not sealed with the current master key, ordered by id. */
export function findSealedByOtherKeys(
  db: Queryable,
  prefix: Buffer,
  afterId: string,
  limit: number,
): Promise<(SealedAgentSecret & { id: string })[]> {
  return db
    .selectFrom("agent_secrets")
    .select(["id", ...SEALED])
    .where(sql<Buffer>`substring(sealed FOR ${prefix.length}::int)`, "<>", prefix)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Replaces a sealed value unless it has changed since it was read. */
export async function replaceSealed(
  db: Queryable,
  id: string,
  before: Buffer,
  sealed: Buffer,
): Promise<void> {
  await db
    .updateTable("agent_secrets")
    .set({ sealed })
    .where("id", "=", id)
    .where("sealed", "=", before)
    .execute();
}
