import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

interface AccountOwner {
  userId: string;
  accountId: string;
  username: string;
}

/** Who has this name, or this e-mail address, and has not left. */
export function findOwner(db: Queryable, nameOrEmail: string): Promise<AccountOwner | undefined> {
  const wanted = nameOrEmail.toLowerCase();
  return db
    .selectFrom("users")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .leftJoin("user_identities", "user_identities.user_id", "users.id")
    .select(["users.id as userId", "memberships.account_id as accountId", "users.username"])
    .where((row) =>
      row.or([
        row(sql`lower(users.username)`, "=", wanted),
        row(sql`lower(user_identities.email)`, "=", wanted),
      ]),
    )
    .where("memberships.role", "=", "owner")
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
}

/** The name of an account's owner; of who has left, the one that stands for them. */
export async function usernameOf(db: Queryable, accountId: string): Promise<string> {
  const owner = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select("users.username")
    .where("memberships.account_id", "=", accountId)
    .where("memberships.role", "=", "owner")
    .executeTakeFirst();
  return owner?.username ?? accountId;
}

/** Whether an account has an owner who has not left. */
export async function isOwned(db: Queryable, accountId: string): Promise<boolean> {
  const owner = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select("users.id")
    .where("memberships.account_id", "=", accountId)
    .where("memberships.role", "=", "owner")
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
  return owner !== undefined;
}

/** Whether somebody has the role now. */
export async function isOperator(db: Queryable, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("is_operator as isOperator")
    .where("id", "=", userId)
    .executeTakeFirst();
  return user?.isOperator ?? false;
}
