import { type CreateKeyRequest, DEVICE_LOGIN } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

export interface WaitingLogin {
  userCode: string;
  clientName: string;
  createdAt: Date;
  expiresAt: Date;
}

/** What the program's poll finds. */
export interface PolledLogin {
  /** Whether the program has polled within the last interval. */
  isTooSoon: boolean;
  isRefused: boolean;
  isApproved: boolean;
}

export async function insertDeviceLogin(
  db: Queryable,
  login: { deviceHash: Buffer; userCode: string; clientName: string },
): Promise<void> {
  await db
    .insertInto("device_logins")
    .values({
      device_hash: login.deviceHash,
      user_code: login.userCode,
      client_name: login.clientName,
      expires_at: sql<Date>`now() + make_interval(mins => ${DEVICE_LOGIN.minutes})`,
    })
    .execute();
}

/** Finds a login that nobody has decided yet. */
export async function findWaitingLogin(db: Queryable, userCode: string): Promise<WaitingLogin | undefined> {
  return db
    .selectFrom("device_logins")
    .select([
      "user_code as userCode",
      "client_name as clientName",
      "created_at as createdAt",
      "expires_at as expiresAt",
    ])
    .where("user_code", "=", userCode)
    .where("user_id", "is", null)
    .where("is_refused", "=", false)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/** Stores a decision. Returns false if the login was decided before or has expired. */
export async function decideLogin(
  db: Queryable,
  userCode: string,
  decision: "refuse" | { userId: string; keyRequest: CreateKeyRequest },
): Promise<boolean> {
  const change =
    decision === "refuse"
      ? { is_refused: true }
      : { user_id: decision.userId, key_request: JSON.stringify(decision.keyRequest) };
  const { numUpdatedRows } = await db
    .updateTable("device_logins")
    .set(change)
    .where("user_code", "=", userCode)
    .where("user_id", "is", null)
    .where("is_refused", "=", false)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records a poll of the program, and returns the login's state before it. */
export async function pollLogin(db: Queryable, deviceHash: Buffer): Promise<PolledLogin | undefined> {
  const { rows } = await sql<PolledLogin>`
    UPDATE device_logins SET polled_at = now() FROM (
      SELECT device_hash, polled_at FROM device_logins WHERE device_hash = ${deviceHash} FOR UPDATE
    ) AS earlier
    WHERE device_logins.device_hash = earlier.device_hash AND expires_at > now()
    RETURNING is_refused AS "isRefused", user_id IS NOT NULL AS "isApproved",
      coalesce(earlier.polled_at > now() - make_interval(secs => ${DEVICE_LOGIN.intervalSeconds - 1}), false)
        AS "isTooSoon"`.execute(db);
  return rows[0];
}

/** Removes a decided login. Only one of two concurrent polls gets it. */
export async function takeDecidedLogin(
  db: Queryable,
  deviceHash: Buffer,
): Promise<{ userId: string | null; keyRequest: CreateKeyRequest | null } | undefined> {
  return db
    .deleteFrom("device_logins")
    .where("device_hash", "=", deviceHash)
    .where((where) => where.or([where("user_id", "is not", null), where("is_refused", "=", true)]))
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id as userId", "key_request as keyRequest"])
    .$narrowType<{ keyRequest: CreateKeyRequest | null }>()
    .executeTakeFirst();
}

export async function deleteExpiredLogins(db: Queryable): Promise<void> {
  await db.deleteFrom("device_logins").where("expires_at", "<=", sql<Date>`now()`).execute();
}
