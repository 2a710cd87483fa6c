import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

export type LinkPurpose = "reset_password" | "change_email" | "confirm_address";

export interface NewLink {
  tokenHash: Buffer;
  userId: string;
  email: string;
  minutes: number;
}

/** A valid link and its owner. */
export interface ValidLink {
  userId: string;
  /** The email address that the link was sent to. */
  email: string;
}

const getExpiry = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

/** Stores a link. A person may have several links, and each stays valid until it expires. */
export async function insertLink(
  db: Queryable,
  purpose: "reset_password" | "confirm_address",
  link: NewLink,
): Promise<void> {
  await db
    .insertInto("mailed_links")
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      purpose,
      email: link.email,
      expires_at: getExpiry(link.minutes),
    })
    .execute();
}

/** Stores a link for an email change. It replaces the link of an earlier request. */
export async function putChangeLink(db: Queryable, link: NewLink): Promise<void> {
  const { tokenHash, userId, email, minutes } = link;
  await sql`
    INSERT INTO mailed_links (token_hash, user_id, purpose, email, expires_at)
    VALUES (${tokenHash}, ${userId}, 'change_email', ${email}, ${getExpiry(minutes)})
    ON CONFLICT (user_id) WHERE purpose = 'change_email' DO UPDATE
    SET token_hash = excluded.token_hash, email = excluded.email, created_at = now(),
      expires_at = excluded.expires_at`.execute(db);
}

export async function findLink(
  db: Queryable,
  tokenHash: Buffer,
  purpose: LinkPurpose,
): Promise<ValidLink | undefined> {
  return db
    .selectFrom("mailed_links")
    .select(["user_id as userId", "email"])
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/** Returns the purpose of a valid link with this hash if it is one of `purposes`. */
export async function findPurpose(
  db: Queryable,
  tokenHash: Buffer,
  purposes: readonly LinkPurpose[],
): Promise<LinkPurpose | undefined> {
  const row = await db
    .selectFrom("mailed_links")
    .select("purpose")
    .where("token_hash", "=", tokenHash)
    .where("purpose", "in", purposes)
    .where("expires_at", ">", sql<Date>`now()`)
    .$narrowType<{ purpose: LinkPurpose }>()
    .executeTakeFirst();
  return row?.purpose;
}

/** Consumes a link. Only one of two concurrent requests gets it. */
export async function takeLink(
  tx: Tx,
  tokenHash: Buffer,
  purpose: LinkPurpose,
): Promise<ValidLink | undefined> {
  return tx
    .deleteFrom("mailed_links")
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id as userId", "email"])
    .executeTakeFirst();
}

/** Deletes all links of a person. */
export async function deleteLinks(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom("mailed_links").where("user_id", "=", userId).execute();
}

/** Deletes the links of one purpose. */
export async function deleteLinksFor(db: Queryable, userId: string, purpose: LinkPurpose): Promise<void> {
  await db.deleteFrom("mailed_links").where("user_id", "=", userId).where("purpose", "=", purpose).execute();
}

export async function deleteEndedLinks(db: Queryable): Promise<void> {
  await db.deleteFrom("mailed_links").where("expires_at", "<=", sql<Date>`now()`).execute();
}
