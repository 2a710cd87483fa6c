import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

export interface CallerRow {
  userId: string;
  accountId: string;
  username: string;
}

/** Whom a session or an API key stands for. */
export interface CredentialRow extends CallerRow {
  planType: string;
  /** Why an operator has suspended its person; null where none has. */
  suspensionReason: string | null;
  keyId?: string;
}

export interface UserRow {
  userId: string;
  accountId: string;
  username: string;
  email: string;
  planType: string;
  isActive: boolean;
  createdAt: Date;
}

/** Makes user, personal account, membership and subscription (reading 21). */
export async function insertUser(
  tx: Tx,
  person: { username: string; email: string; passwordHash: string },
): Promise<{ userId: string; accountId: string }> {
  const { id: userId } = await tx
    .insertInto("users")
    .values({ username: person.username })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("user_identities")
    .values({ user_id: userId, email: person.email, password_hash: person.passwordHash })
    .execute();
  const { id: accountId } = await tx
    .insertInto("accounts")
    .defaultValues()
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.insertInto("memberships").values({ account_id: accountId, user_id: userId }).execute();
  await tx
    .insertInto("subscriptions")
    .values({
      account_id: accountId,
      plan_type: "free",
      period_anchor: sql<string>`(now() AT TIME ZONE 'UTC')::date`,
    })
    .execute();
  return { userId, accountId };
}

/** E-mail addresses are one without case. */
export async function findCredentials(
  db: Queryable,
  email: string,
): Promise<{ userId: string; passwordHash: string; isActive: boolean } | undefined> {
  return db
    .selectFrom("user_identities")
    .innerJoin("users", "users.id", "user_identities.user_id")
    .select([
      "users.id as userId",
      "user_identities.password_hash as passwordHash",
      "users.is_active as isActive",
    ])
    .where(sql`lower(user_identities.email)`, "=", email.toLowerCase())
    .executeTakeFirst();
}

/** What a signed-in person proves themselves by. */
export async function findOwnCredentials(
  db: Queryable,
  userId: string,
): Promise<{ email: string; passwordHash: string } | undefined> {
  return db
    .selectFrom("user_identities")
    .select(["email", "password_hash as passwordHash"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db
    .selectFrom("users")
    .innerJoin("user_identities", "user_identities.user_id", "users.id")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .innerJoin("accounts", "accounts.id", "memberships.account_id")
    .select([
      "users.id as userId",
      "accounts.id as accountId",
      "users.username",
      "user_identities.email",
      "accounts.plan_type as planType",
      "users.is_active as isActive",
      "users.created_at as createdAt",
    ])
    .where("users.id", "=", userId)
    .executeTakeFirst();
}

export async function findByUsername(db: Queryable, username: string): Promise<CallerRow | undefined> {
  return db
    .selectFrom("users")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .select(["users.id as userId", "memberships.account_id as accountId", "users.username"])
    .where(sql`lower(users.username)`, "=", username.toLowerCase())
    .executeTakeFirst();
}

export async function updateEmail(db: Queryable, userId: string, email: string): Promise<void> {
  await db
    .updateTable("user_identities")
    .set({ email, updated_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .execute();
}

export async function planTypeOf(db: Queryable, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("accounts")
    .select("plan_type")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row?.plan_type;
}
