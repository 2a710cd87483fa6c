import { sql } from "kysely";
import type { Queryable, Tx } from "../../../platform/db/database.ts";

export interface SealedInstallationSecret {
  id: string;
  sealed: Buffer;
}

export async function readSecret(db: Queryable, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom("sealed_secrets").select("sealed").where("id", "=", id).executeTakeFirst();
  return row?.sealed;
}

/** Stores a secret. Returns false if there already is one, even if another node has just created it. */
export async function insertSecret(tx: Tx, { id, sealed }: SealedInstallationSecret): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("sealed_secrets")
    .values({ id, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Lists secrets whose sealed value does not begin with `prefix`. */
export async function readSecretsSealedByOthers(
  db: Queryable,
  prefix: Buffer,
  afterId: string,
  limit: number,
): Promise<SealedInstallationSecret[]> {
  return db
    .selectFrom("sealed_secrets")
    .select(["id", "sealed"])
    .where(sql<Buffer>`substring(sealed FOR ${prefix.length}::int)`, "<>", prefix)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Replaces the sealed value unless it has changed since it was read. */
export async function replaceSecret(
  db: Queryable,
  read: SealedInstallationSecret,
  sealed: Buffer,
): Promise<void> {
  await db
    .updateTable("sealed_secrets")
    .set({ sealed })
    .where("id", "=", read.id)
    .where("sealed", "=", read.sealed)
    .execute();
}

/** Returns whether this is the first claim for the mailbox. If two claims are concurrent, one waits for the other. */
export async function insertClaim(tx: Tx, mailboxHash: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("starting_credit_claims")
    .values({ mailbox_hash: mailboxHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertClaims(tx: Tx, mailboxHashes: readonly Buffer[]): Promise<void> {
  await sql`
    INSERT INTO starting_credit_claims (mailbox_hash) SELECT unnest(${mailboxHashes}::bytea[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Lists email addresses of accounts that were given starting credits, in the order of user ids. */
export async function readCreditedAddresses(
  tx: Tx,
  afterUserId: string,
  limit: number,
): Promise<{ userId: string; email: string }[]> {
  const { rows } = await sql<{ userId: string; email: string }>`
    SELECT i.user_id AS "userId", i.email FROM user_identities i
    WHERE i.user_id > ${afterUserId} AND EXISTS (
      SELECT FROM memberships m JOIN signup_credits USING (account_id) WHERE m.user_id = i.user_id)
    ORDER BY i.user_id LIMIT ${limit}`.execute(tx);
  return rows;
}

/**
 * Marks an email address as confirmed. Returns its account if the confirmation was pending and the person still uses
 * the address.
 */
export async function confirmAddress(
  tx: Tx,
  userId: string,
  email: string,
): Promise<{ accountId: string } | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    UPDATE user_identities i SET awaits_confirmation = false, updated_at = now()
    FROM memberships m
    WHERE i.user_id = ${userId} AND m.user_id = i.user_id AND i.awaits_confirmation
      AND lower(i.email) = ${email.toLowerCase()}
    RETURNING m.account_id AS "accountId"`.execute(tx);
  return rows[0];
}
