import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

interface AccountOwner {
  userId: string;
  accountId: string;
  username: string;
}

/** Who has this name, or this e-mail address, and has not left. */
export async function findOwner(db: Queryable, nameOrEmail: string): Promise<AccountOwner | undefined> {
  const wanted = nameOrEmail.toLowerCase();
  const { rows } = await sql<AccountOwner>`
    SELECT user_id AS "userId", account_id AS "accountId", username FROM account_records
    WHERE (lower(username) = ${wanted} OR lower(email) = ${wanted}) AND deleted_at IS NULL`.execute(db);
  return rows[0];
}

/** The name of an account's owner; of who has left, the one that stands for them. */
export async function readUsername(db: Queryable, accountId: string): Promise<string> {
  const owner = await db
    .selectFrom("account_owners")
    .select("username")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return owner?.username ?? accountId;
}

/** Whether an account has an owner who has not left. */
export async function hasOwner(db: Queryable, accountId: string): Promise<boolean> {
  const owner = await db
    .selectFrom("account_owners")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return owner !== undefined;
}

/** Whether somebody has the role now. */
export async function isOperator(db: Queryable, userId: string): Promise<boolean> {
  const operator = await db
    .selectFrom("operators")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return operator !== undefined;
}
