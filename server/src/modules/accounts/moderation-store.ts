import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

/**
 * Finds a person by name, and locks the row until the transaction ends. Ignores people who have deleted their
 * account.
 */
export function lockPerson(tx: Tx, username: string) {
  return tx
    .selectFrom("users")
    .select([
      "id as userId",
      "username",
      "is_operator as isOperator",
      "suspension_reason as suspensionReason",
    ])
    .where(sql`lower(username)`, "=", username.toLowerCase())
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function setOperator(tx: Tx, userId: string, isOperator: boolean): Promise<void> {
  await tx.updateTable("users").set({ is_operator: isOperator }).where("id", "=", userId).execute();
}

export async function setSuspension(tx: Tx, userId: string, reason: string | null): Promise<void> {
  await tx
    .updateTable("users")
    .set({ suspension_reason: reason, suspended_at: reason === null ? null : sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
}

/** Returns why an operator has suspended this person; null if they are not suspended. */
export async function readSuspensionReason(db: Queryable, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select("suspension_reason as reason")
    .where("id", "=", userId)
    .executeTakeFirst();
  return user?.reason ?? null;
}

/** Lists the accounts that a person owns, which are suspended together with the person. */
export async function listOwnedAccounts(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("memberships")
    .select("account_id as accountId")
    .where("user_id", "=", userId)
    .where("role", "=", "owner")
    .orderBy("account_id")
    .execute();
  return rows.map(({ accountId }) => accountId);
}
