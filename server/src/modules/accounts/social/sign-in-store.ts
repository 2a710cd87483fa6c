import type { SignInProvider } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import type { SignInSecrets } from "./provider.ts";

/** Google and GitHub also let a pending consent expire after ten minutes. */
const MINUTES = 10;

const inTenMinutes = sql<Date>`now() + make_interval(mins => ${MINUTES})`;

/** How many seconds a browser keeps the cookie of a sign-in. */
export const SIGN_IN_SECONDS = MINUTES * 60;

/** A person whom a provider has identified, and the account with the same email address. */
export interface VerifiedPerson {
  provider: SignInProvider;
  subject: string;
  email: string;
  userId: string;
}

export async function insertSignIn(
  db: Queryable,
  browserHash: Buffer,
  provider: SignInProvider,
  { state, nonce, codeVerifier }: SignInSecrets,
): Promise<void> {
  await db
    .insertInto("provider_sign_ins")
    .values({
      browser_hash: browserHash,
      provider,
      state,
      nonce,
      code_verifier: codeVerifier,
      expires_at: inTenMinutes,
    })
    .execute();
}

/** Removes and returns the sign-in of a browser that has come back. A sign-in works once, whatever its outcome. */
export async function takeSignIn(
  db: Queryable,
  browserHash: Buffer,
  provider: SignInProvider,
): Promise<SignInSecrets | undefined> {
  return db
    .deleteFrom("provider_sign_ins")
    .where("browser_hash", "=", browserHash)
    .where("provider", "=", provider)
    .where("subject", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["state", "nonce", "code_verifier as codeVerifier"])
    .executeTakeFirst();
}

export async function insertVerifiedPerson(
  db: Queryable,
  browserHash: Buffer,
  person: VerifiedPerson,
): Promise<void> {
  const { provider, subject, email, userId } = person;
  await db
    .insertInto("provider_sign_ins")
    .values({
      browser_hash: browserHash,
      provider,
      state: "",
      nonce: "",
      code_verifier: "",
      subject,
      email,
      user_id: userId,
      expires_at: inTenMinutes,
    })
    .execute();
}

/** Finds the person who has signed in with this browser. The record stays until the correct password is entered. */
export async function findVerifiedPerson(
  db: Queryable,
  browserHash: Buffer,
): Promise<VerifiedPerson | undefined> {
  const { rows } = await sql<VerifiedPerson>`
    SELECT provider, subject, email, user_id AS "userId" FROM provider_sign_ins
    WHERE browser_hash = ${browserHash} AND subject IS NOT NULL AND expires_at > now()`.execute(db);
  return rows[0];
}

export async function deleteSignIn(db: Queryable, browserHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("provider_sign_ins")
    .where("browser_hash", "=", browserHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteEndedSignIns(db: Queryable): Promise<void> {
  await db.deleteFrom("provider_sign_ins").where("expires_at", "<=", sql<Date>`now()`).execute();
}
