import { WEBHOOK_LIMITS, type WebhookDeliveryStatus, type WebhookEventType } from "@stoa/contract";
import { sql } from "kysely";
import type { Database, Queryable, Tx } from "../../platform/db/database.ts";

export interface AttemptRow {
  number: number;
  startedAt: Date;
  durationMs: number;
  httpStatus: number | null;
  error: string | null;
  answer: string | null;
}

/** An event for one endpoint. It is waiting, delivered or failed. */
export interface DeliveryRow {
  id: string;
  eventId: string;
  type: WebhookEventType;
  runId: string | null;
  occurredAt: Date;
  status: WebhookDeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
  last: (Omit<AttemptRow, "startedAt"> & { startedAt: string }) | null;
}

const ROW = sql`d.id, d.event_id AS "eventId", v.type, v.run_id AS "runId", v.occurred_at AS "occurredAt", d.status,
  d.attempts, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt", d.ended_at AS "endedAt",
  (SELECT json_build_object('number', a.number, 'startedAt', a.started_at, 'durationMs', a.duration_ms,
      'httpStatus', a.http_status, 'error', a.error, 'answer', a.answer)
    FROM webhook_attempts a WHERE a.delivery_id = d.id ORDER BY a.number DESC LIMIT 1) AS last`;
const JOINED = sql`webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id`;

/** The number of rows to delete per statement, which takes a few milliseconds. */
const REMOVED_AT_ONCE = 2_000;

export async function listDeliveries(
  db: Queryable,
  endpointId: string,
  page: { limit: number; cursor?: string | undefined; status?: WebhookDeliveryStatus | undefined },
): Promise<DeliveryRow[]> {
  const { limit, cursor, status } = page;
  const { rows } = await sql<DeliveryRow>`
    SELECT ${ROW} FROM ${JOINED}
    WHERE d.endpoint_id = ${endpointId} ${cursor === undefined ? sql`` : sql`AND d.id < ${cursor}`}
      ${status === undefined ? sql`` : sql`AND d.status = ${status}`}
    ORDER BY d.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findDelivery(
  db: Queryable,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    SELECT ${ROW} FROM ${JOINED} WHERE d.endpoint_id = ${endpointId} AND d.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the attempts of a delivery, newest first. */
export async function listAttempts(db: Queryable, deliveryId: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT number, started_at AS "startedAt", duration_ms AS "durationMs", http_status AS "httpStatus", error, answer
    FROM webhook_attempts WHERE delivery_id = ${deliveryId} ORDER BY number DESC`.execute(db);
  return rows;
}

/** Stores a test event for only this endpoint. @returns the id of its delivery. */
export async function insertPing(tx: Tx, accountId: string, endpointId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    WITH event AS (
      INSERT INTO webhook_events (account_id, type, facts, occurred_at)
      VALUES (${accountId}, 'ping', ${JSON.stringify({ webhook_id: endpointId })}::jsonb, now()) RETURNING id
    )
    INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id)
    SELECT id, ${endpointId}, ${accountId} FROM event RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a test event was not written");
  return id;
}

/** Sets the columns of a delivery so that it is queued again. */
const AGAIN = sql`status = 'waiting', failures = 0, next_attempt_at = now(), ended_at = NULL`;

/** Queues a delivery again and resets its failures, unless a node is just sending it. */
export async function resendDelivery(db: Queryable, endpointId: string, id: string): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET ${AGAIN}
    WHERE endpoint_id = ${endpointId} AND id = ${id} AND claimed_until IS NULL`.execute(db);
}

/**
 * Queues again all deliveries that failed since a given time, in the order in which they failed.
 * @returns how many were queued.
 */
export async function resendFailed(tx: Tx, endpointId: string, since: Date, limit: number): Promise<number> {
  // Every transaction that changes several deliveries locks their endpoint first, so that two transactions never
  // deadlock.
  await sql`SELECT FROM webhook_endpoints WHERE id = ${endpointId} FOR NO KEY UPDATE`.execute(tx);
  const { numAffectedRows } = await sql`
    UPDATE webhook_deliveries SET ${AGAIN} WHERE status = 'failed' AND id IN (
      SELECT id FROM webhook_deliveries
      WHERE endpoint_id = ${endpointId} AND status = 'failed' AND ended_at >= ${since}
      ORDER BY ended_at, id LIMIT ${limit} FOR UPDATE)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes events that are past their retention period, with their deliveries and attempts. */
export async function removeOldEvents(db: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM webhook_events WHERE id IN (
        SELECT id FROM webhook_events
        WHERE created_at < now() - make_interval(days => ${WEBHOOK_LIMITS.keptDays})
        ORDER BY created_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(db);
    if ((numAffectedRows ?? 0n) < BigInt(REMOVED_AT_ONCE)) return;
  }
}
