import { TEXTS } from "@stoa/contract";
import { sql } from "kysely";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { Queryable, Tx } from "../../platform/db/database.ts";
import { unauthorized } from "../../platform/http/app-error.ts";
import type { CredentialRow } from "./identity-store.ts";

/**
 * People have to sign in once a month, and a stolen token does not work for longer than that
 * (docs/product-rules.md#sessions).
 */
const SESSION_DAYS = 30;

export async function insertSession(db: Queryable, userId: string, tokenHash: Buffer): Promise<Date> {
  const row = await db
    .insertInto("sessions")
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** Returns whether a session began within the last `minutes`, which proves that its person has just signed in. */
export async function isRecentSession(db: Queryable, tokenHash: Buffer, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("created_at", ">", sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a session has neither ended nor been revoked, and prevents its revocation until the transaction ends. */
export async function lockLiveSession(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom("sessions")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Requires that a session has neither ended nor been revoked. This node's cache may still contain a session that another node has
 * revoked, but a new password must lock out everyone who has an old session. Throws AppError 401.
 */
export async function requireLiveSession(tx: Tx, sessionToken: string | undefined): Promise<void> {
  if (sessionToken === undefined || !(await lockLiveSession(tx, hashToken(sessionToken))))
    throw unauthorized(TEXTS.account.unauthorized);
}

export async function endSessions(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}

export async function endOtherSessions(db: Queryable, userId: string, keptHash: Buffer): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("token_hash", "<>", keptHash)
    .where("revoked_at", "is", null)
    .execute();
}

export async function findSession(db: Queryable, tokenHash: Buffer): Promise<CredentialRow | undefined> {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .innerJoin("accounts", "accounts.id", "memberships.account_id")
    .select([
      "users.id as userId",
      "memberships.account_id as accountId",
      "users.username",
      "accounts.plan_type as planType",
      "users.suspension_reason as suspensionReason",
    ])
    .where("sessions.token_hash", "=", tokenHash)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .where("users.is_active", "=", true)
    .executeTakeFirst();
}
