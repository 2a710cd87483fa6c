import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";
import type { CredentialRow } from "./identity-store.ts";

export interface NewKey {
  id: string;
  accountId: string;
  userId: string;
  keyHash: Buffer;
  sealedKey: Buffer;
  prefix: string;
}

export async function insertKey(db: Queryable, key: NewKey): Promise<void> {
  await db
    .insertInto("api_keys")
    .values({
      id: key.id,
      account_id: key.accountId,
      user_id: key.userId,
      key_hash: key.keyHash,
      sealed_key: key.sealedKey,
      prefix: key.prefix,
    })
    .execute();
}

/**
 * Revokes the account's main key. Returns its hash, or undefined if there is no main key. The row lock makes concurrent
 * refreshes run one after another.
 */
export async function revokeMainKey(tx: Tx, accountId: string): Promise<Buffer | undefined> {
  const row = await tx
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("name", "=", "main")
    .where("revoked_at", "is", null)
    .returning("key_hash")
    .executeTakeFirst();
  return row?.key_hash;
}

export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}

export async function findMainKey(
  db: Queryable,
  accountId: string,
): Promise<{ id: string; sealedKey: Buffer } | undefined> {
  return db
    .selectFrom("api_keys")
    .select("id")
    .select(({ ref }) => ref("sealed_key").$notNull().as("sealedKey"))
    .where("account_id", "=", accountId)
    .where("name", "=", "main")
    .where("revoked_at", "is", null)
    .executeTakeFirst();
}

export async function findKeyOwner(db: Queryable, keyHash: Buffer): Promise<CredentialRow | undefined> {
  return selectKeyOwners(db).where("api_keys.key_hash", "=", keyHash).executeTakeFirst();
}

export async function findOwnerOfKeyId(db: Queryable, keyId: string): Promise<CredentialRow | undefined> {
  return selectKeyOwners(db).where("api_keys.id", "=", keyId).executeTakeFirst();
}

/** Selects the owners of the keys that are valid now. */
function selectKeyOwners(db: Queryable) {
  return db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.user_id")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select([
      "users.id as userId",
      "api_keys.account_id as accountId",
      "users.username",
      "accounts.plan_type as planType",
      "users.suspension_reason as suspensionReason",
      "api_keys.id as keyId",
      "api_keys.scopes",
    ])
    .where("api_keys.revoked_at", "is", null)
    .where("api_keys.is_publishable", "=", false)
    .where(sql<boolean>`(api_keys.expires_at IS NULL OR api_keys.expires_at > now())`)
    .where("users.is_active", "=", true);
}

/** Records that a key was used in this minute, unless another node has already done so. */
export async function recordKeyUse(db: Queryable, id: string): Promise<void> {
  const minute = sql<Date>`date_trunc('minute', now())`;
  await db
    .updateTable("api_keys")
    .set({ last_used_at: minute })
    .where("id", "=", id)
    .where((key) => key.or([key("last_used_at", "is", null), key("last_used_at", "<", minute)]))
    .execute();
}

export interface SealedKey {
  id: string;
  accountId: string;
  sealedKey: Buffer;
}

/** Lists main keys, including revoked ones, whose sealed value does not begin with `prefix`. */
export async function findSealedByOtherKeys(
  db: Queryable,
  prefix: Buffer,
  afterId: string,
  limit: number,
): Promise<SealedKey[]> {
  return db
    .selectFrom("api_keys")
    .select(["id", "account_id as accountId"])
    .select(({ ref }) => ref("sealed_key").$notNull().as("sealedKey"))
    .where(sql<Buffer>`substring(sealed_key FOR ${prefix.length}::int)`, "<>", prefix)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Replaces the sealed value unless it has changed since it was read. */
export async function replaceSealed(db: Queryable, read: SealedKey, sealedKey: Buffer): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ sealed_key: sealedKey })
    .where("id", "=", read.id)
    .where("sealed_key", "=", read.sealedKey)
    .execute();
}
