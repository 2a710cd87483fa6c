import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

interface AccountOwner {
  userId: string;
  accountId: string;
  username: string;
}

/** Finds a person by name or email address, unless they have deleted their account. */
export async function findOwner(db: Queryable, nameOrEmail: string): Promise<AccountOwner | undefined> {
  const wanted = nameOrEmail.toLowerCase();
  const { rows } = await sql<AccountOwner>`
    SELECT user_id AS "userId", account_id AS "accountId", username FROM account_records
    WHERE (lower(username) = ${wanted} OR lower(email) = ${wanted}) AND deleted_at IS NULL`.execute(db);
  return rows[0];
}

/**
 * Returns the name of an account's owner, or the account's id if it has no owner. After a deletion, this is the name
 * that replaced the person's name.
 */
export async function readUsername(db: Queryable, accountId: string): Promise<string> {
  const owner = await db
    .selectFrom("account_owners")
    .select("username")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return owner?.username ?? accountId;
}

/** Returns whether an account still has an owner. A deleted account has none. */
export async function hasOwner(db: Queryable, accountId: string): Promise<boolean> {
  const owner = await db
    .selectFrom("account_owners")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return owner !== undefined;
}

/** Returns whether a person is an operator now. */
export async function isOperator(db: Queryable, userId: string): Promise<boolean> {
  const operator = await db
    .selectFrom("operators")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return operator !== undefined;
}
