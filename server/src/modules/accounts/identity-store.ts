import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

export interface CallerRow {
  userId: string;
  accountId: string;
  username: string;
}

/** The caller that a session or an API key identifies. */
export interface CredentialRow extends CallerRow {
  planType: string;
  /** Why an operator has suspended the person; null if they are not suspended. */
  suspensionReason: string | null;
  keyId?: string;
  /** The scopes of the API key. Null means all of them. */
  scopes?: string[] | null;
  /** The URL for which an app's access token is valid. */
  resource?: string;
}

export interface UserRow {
  userId: string;
  accountId: string;
  username: string;
  email: string;
  planType: string;
  isActive: boolean;
  createdAt: Date;
  hasPassword: boolean;
  /** Whether the email address still has to be confirmed. The confirmation grants the starting credits. */
  awaitsConfirmation: boolean;
  /** The requested new email address, which takes effect when the mailed link is opened. */
  pendingEmail: string | null;
}

export interface NewUser {
  username: string;
  email: string;
  /** Null for a person who signed up with Google or GitHub. */
  passwordHash: string | null;
  /** Whether the starting credits are pending until the email address is confirmed. */
  awaitsConfirmation: boolean;
}

export interface CredentialsRow {
  userId: string;
  username: string;
  email: string;
  passwordHash: string | null;
  isActive: boolean;
}

/** Creates the user, their personal account, the membership and the subscription. */
export async function insertUser(tx: Tx, person: NewUser): Promise<{ userId: string; accountId: string }> {
  const { id: userId } = await tx
    .insertInto("users")
    .values({ username: person.username })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("user_identities")
    .values({
      user_id: userId,
      email: person.email,
      password_hash: person.passwordHash,
      awaits_confirmation: person.awaitsConfirmation,
    })
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

function selectCredentials(db: Queryable) {
  return db
    .selectFrom("user_identities")
    .innerJoin("users", "users.id", "user_identities.user_id")
    .select([
      "users.id as userId",
      "users.username",
      "user_identities.email",
      "user_identities.password_hash as passwordHash",
      "users.is_active as isActive",
    ]);
}

/** Finds the person with an email address, ignoring its case. */
export async function findCredentials(db: Queryable, email: string): Promise<CredentialsRow | undefined> {
  return selectCredentials(db)
    .where(sql`lower(user_identities.email)`, "=", email.toLowerCase())
    .executeTakeFirst();
}

/** Returns the data with which a signed-in person can prove their identity. */
export async function findOwnCredentials(db: Queryable, userId: string): Promise<CredentialsRow | undefined> {
  return selectCredentials(db).where("users.id", "=", userId).executeTakeFirst();
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
      sql<boolean>`user_identities.password_hash IS NOT NULL`.as("hasPassword"),
      "user_identities.awaits_confirmation as awaitsConfirmation",
      (query) =>
        query
          .selectFrom("mailed_links")
          .select("mailed_links.email")
          .whereRef("mailed_links.user_id", "=", "users.id")
          .where("purpose", "=", "change_email")
          .where("expires_at", ">", sql<Date>`now()`)
          .as("pendingEmail"),
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

export async function updatePassword(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable("user_identities")
    .set({ password_hash: passwordHash, updated_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .execute();
}

/** Replaces the password if its hash is still `present`. Returns whether the password was replaced. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  present: string | null,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("user_identities")
    .set({ password_hash: next, updated_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where(sql<boolean>`password_hash IS NOT DISTINCT FROM ${present}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Locks the identity if its password still has the hash that was verified. A concurrent change of the password waits
 * until the transaction ends, and then also ends the session that the transaction opens.
 */
export async function lockUnchangedPassword(
  tx: Tx,
  userId: string,
  passwordHash: string | null,
): Promise<{ email: string } | undefined> {
  return tx
    .selectFrom("user_identities")
    .select("email")
    .where("user_id", "=", userId)
    .where("password_hash", "=", passwordHash)
    .forShare()
    .executeTakeFirst();
}

export async function readPlanType(db: Queryable, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("accounts")
    .select("plan_type")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row?.plan_type;
}
