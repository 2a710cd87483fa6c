import type { WebhookEventType } from "@stoa/contract";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { CLAIM_SECONDS, IN_FLIGHT_PER_ACCOUNT, IN_FLIGHT_PER_ENDPOINT, OLDEST_LOOKED_AT } from "./bounds.ts";

/** Returns the SQL expression for the current time. It is the database's clock, which all nodes share. */
export type Now = () => RawBuilder<Date>;
export const getDatabaseNow: Now = () => sql`now()`;

/** A delivery that this node has claimed for a minute, with everything that is needed to send it. */
export interface ClaimedDelivery {
  id: string;
  /** The number of the attempt, which distinguishes this claim from later claims. */
  attempt: number;
  /** The time of the claim according to the database's clock. */
  at: Date;
  failures: number;
  accountId: string;
  eventId: string;
  type: WebhookEventType;
  runId: string | null;
  facts: Record<string, unknown>;
  occurredAt: Date;
  endpointId: string;
  /** Whether the endpoint is still switched on. It may have been switched off while the delivery was being queued. */
  isActive: boolean;
  url: string;
  /** Whether the endpoint gets the end of one run, instead of the events of its account. */
  isOfRun: boolean;
  sealedSecret: Buffer;
  /** The previous secret. Null if it is no longer valid. */
  sealedPrevious: Buffer | null;
}

/**
 * Claims up to `places` due deliveries for this node. The number of active deliveries is limited per endpoint and per
 * account, and accounts with fewer active deliveries are preferred, so that no account waits for another account's slow
 * receiver. Two nodes that claim at the same moment may exceed the limits together, but they never claim the same
 * delivery. The oldest due deliveries show which endpoints have something to send. If more deliveries are due than the
 * claim reads, each endpoint's queue is checked. Deliveries of suspended accounts are skipped.
 */
export async function claimDue(db: Database, now: Now, places: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    WITH RECURSIVE oldest AS MATERIALIZED (
      SELECT endpoint_id FROM webhook_deliveries
      WHERE status = 'waiting' AND next_attempt_at <= ${now()} ORDER BY next_attempt_at LIMIT ${OLDEST_LOOKED_AT}
    ), queues (endpoint_id) AS (
      SELECT min(endpoint_id) FROM webhook_deliveries
      WHERE status = 'waiting' AND (SELECT count(*) FROM oldest) = ${OLDEST_LOOKED_AT}
      UNION ALL
      SELECT (SELECT min(d.endpoint_id) FROM webhook_deliveries d
        WHERE d.status = 'waiting' AND d.endpoint_id > q.endpoint_id)
      FROM queues q WHERE q.endpoint_id IS NOT NULL
    ), receivers AS (
      SELECT endpoint_id FROM oldest UNION SELECT endpoint_id FROM queues
    ), under_way AS MATERIALIZED (
      SELECT endpoint_id, account_id, count(*) AS n FROM webhook_deliveries
      WHERE claimed_until > ${now()} GROUP BY endpoint_id, account_id
    ), due AS (
      SELECT d.id, d.next_attempt_at,
        row_number() OVER (PARTITION BY d.account_id ORDER BY d.next_attempt_at, d.id)
          + coalesce((SELECT sum(u.n) FROM under_way u WHERE u.account_id = d.account_id), 0) AS place
      FROM receivers r CROSS JOIN LATERAL (
        SELECT w.id, w.account_id, w.next_attempt_at FROM webhook_deliveries w
        WHERE w.endpoint_id = r.endpoint_id AND w.status = 'waiting' AND w.next_attempt_at <= ${now()}
          AND (w.claimed_until IS NULL OR w.claimed_until <= ${now()})
          AND NOT EXISTS (SELECT FROM suspended_accounts s WHERE s.account_id = w.account_id)
        ORDER BY w.next_attempt_at, w.id
        LIMIT greatest(0, ${IN_FLIGHT_PER_ENDPOINT}
          - coalesce((SELECT u.n FROM under_way u WHERE u.endpoint_id = r.endpoint_id), 0))
      ) d
    ), chosen AS (
      SELECT id FROM due WHERE place <= ${IN_FLIGHT_PER_ACCOUNT} ORDER BY place, next_attempt_at LIMIT ${places}
    ), locked AS (
      SELECT d.id FROM webhook_deliveries d JOIN chosen USING (id)
      WHERE d.status = 'waiting' AND d.next_attempt_at <= ${now()}
        AND (d.claimed_until IS NULL OR d.claimed_until <= ${now()})
      FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE webhook_deliveries d
    SET attempts = d.attempts + 1, claimed_until = ${now()} + make_interval(secs => ${CLAIM_SECONDS})
    FROM locked JOIN webhook_deliveries c USING (id)
      JOIN webhook_events v ON v.id = c.event_id JOIN webhook_endpoints e ON e.id = c.endpoint_id
    WHERE d.id = locked.id
    RETURNING d.id, d.attempts AS attempt, ${now()} AS at, d.failures, d.account_id AS "accountId",
      v.id AS "eventId", v.type, v.run_id AS "runId", v.facts, v.occurred_at AS "occurredAt",
      e.id AS "endpointId", e.is_active AS "isActive", e.url, e.run_id IS NOT NULL AS "isOfRun", e.sealed_secret AS "sealedSecret",
      CASE WHEN e.previous_until > ${now()} THEN e.sealed_previous END AS "sealedPrevious"`.execute(db);
  return rows;
}

/** Releases a delivery that was not sent, so that another node can claim it immediately. */
export async function releaseClaim(db: Database, { id, attempt }: ClaimedDelivery): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET claimed_until = NULL WHERE id = ${id} AND attempts = ${attempt}`.execute(
    db,
  );
}

/** Marks a claimed delivery as failed because its endpoint is switched off. */
export async function giveUpClaim(db: Database, { id, attempt }: ClaimedDelivery): Promise<void> {
  await sql`
    UPDATE webhook_deliveries
    SET status = 'failed', next_attempt_at = NULL, claimed_until = NULL, ended_at = now()
    WHERE id = ${id} AND attempts = ${attempt} AND status = 'waiting'`.execute(db);
}
