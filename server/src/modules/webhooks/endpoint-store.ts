import { type SubscribedEventType, WEBHOOK_LIMITS } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

export interface EndpointRow {
  id: string;
  url: string;
  description: string;
  eventTypes: SubscribedEventType[];
  isActive: boolean;
  disabledReason: "gone" | "failing" | null;
  failingSince: Date | null;
  /** When the previous secret becomes invalid. Null if it already is. */
  previousUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewEndpoint {
  id: string;
  accountId: string;
  url: string;
  description: string;
  eventTypes: readonly SubscribedEventType[];
  sealedSecret: Buffer;
}

export interface EndpointChange {
  url: string | undefined;
  description: string | undefined;
  eventTypes: readonly SubscribedEventType[] | undefined;
  isActive: boolean | undefined;
}

const ROW = sql`id, url, description, event_types AS "eventTypes", is_active AS "isActive",
  disabled_reason AS "disabledReason", failing_since AS "failingSince",
  CASE WHEN previous_until > now() THEN previous_until END AS "previousUntil",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export async function listEndpoints(
  db: Queryable,
  accountId: string,
  page: { limit: number; cursor: string | undefined },
): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    SELECT ${ROW} FROM webhook_endpoints
    WHERE account_id = ${accountId} AND run_id IS NULL AND id > ${page.cursor ?? ""} ORDER BY id LIMIT ${page.limit}`.execute(
    db,
  );
  return rows;
}

export async function findEndpoint(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    SELECT ${ROW} FROM webhook_endpoints WHERE account_id = ${accountId} AND run_id IS NULL AND id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** @returns `undefined`, without an insert, if the account has the maximum number of endpoints. */
export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<EndpointRow | undefined> {
  const { id, accountId, url, description, eventTypes, sealedSecret } = endpoint;
  // Without the lock, concurrent requests could exceed the maximum together.
  await sql`SELECT lock_account(${accountId})`.execute(tx);
  const { rows } = await sql<EndpointRow>`
    INSERT INTO webhook_endpoints (id, account_id, url, description, event_types, sealed_secret)
    SELECT ${id}, ${accountId}, ${url}, ${description}, ${[...eventTypes]}::text[], ${sealedSecret}
    WHERE (SELECT count(*) FROM webhook_endpoints WHERE account_id = ${accountId} AND run_id IS NULL)
      < ${WEBHOOK_LIMITS.perAccount}
    RETURNING ${ROW}`.execute(tx);
  return rows[0];
}

/** Updates an endpoint. Switching it on or changing its URL resets the time since which it has been failing. */
export async function updateEndpoint(
  tx: Tx,
  accountId: string,
  id: string,
  change: EndpointChange,
): Promise<EndpointRow | undefined> {
  const { url = null, description = null, eventTypes = null, isActive = null } = change;
  const { rows } = await sql<EndpointRow>`
    UPDATE webhook_endpoints SET
      url = coalesce(${url}, url), description = coalesce(${description}, description),
      event_types = coalesce(${eventTypes}::text[], event_types), is_active = coalesce(${isActive}, is_active),
      disabled_reason = CASE WHEN ${isActive} THEN NULL ELSE disabled_reason END,
      failing_since = CASE WHEN ${isActive} AND NOT is_active OR ${url} <> url THEN NULL ELSE failing_since END,
      updated_at = now()
    WHERE account_id = ${accountId} AND run_id IS NULL AND id = ${id}
    RETURNING ${ROW}`.execute(tx);
  const [row] = rows;
  if (row && !row.isActive) await giveUpWaiting(tx, id);
  return row;
}

/** Replaces the secret. The previous secret remains valid for a day, and any earlier secret becomes invalid. */
export async function replaceSecret(
  db: Queryable,
  accountId: string,
  id: string,
  sealedSecret: Buffer,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    UPDATE webhook_endpoints SET sealed_previous = sealed_secret, sealed_secret = ${sealedSecret},
      previous_until = now() + make_interval(hours => ${WEBHOOK_LIMITS.previousSecretHours}), updated_at = now()
    WHERE account_id = ${accountId} AND run_id IS NULL AND id = ${id}
    RETURNING ${ROW}`.execute(db);
  return rows[0];
}

export async function deleteEndpoint(db: Queryable, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM webhook_endpoints WHERE account_id = ${accountId} AND run_id IS NULL AND id = ${id}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Marks the waiting deliveries of an endpoint that was switched off as failed. Its owner can resend them. */
export async function giveUpWaiting(tx: Tx, endpointId: string): Promise<void> {
  await sql`
    UPDATE webhook_deliveries
    SET status = 'failed', next_attempt_at = NULL, claimed_until = NULL, ended_at = now()
    WHERE endpoint_id = ${endpointId} AND status = 'waiting'`.execute(tx);
}
