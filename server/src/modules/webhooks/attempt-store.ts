import { WEBHOOK_LIMITS } from "@stoa/contract";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { FAILING_SECONDS } from "./bounds.ts";
import { giveUpWaiting } from "./endpoint-store.ts";
import type { ClaimedDelivery, Now } from "./queue-store.ts";

/** The result of an attempt to deliver an event. */
export interface Attempt {
  durationMs: number;
  httpStatus: number | null;
  error: string | null;
  answer: string | null;
}

/** The consequence of an attempt for its delivery. */
export type Verdict =
  | { kind: "delivered" }
  | { kind: "failed"; waitSeconds: number | undefined; because: AttemptFailure };

/**
 * Why an attempt failed. `gone`: the receiver replied with 410 and wants no more events. `ours`: the receiver was not
 * called, so the failure does not count against the receiver.
 */
export type AttemptFailure = "receiver" | "gone" | "ours";

/** Stores an attempt, and updates its delivery and endpoint, in one transaction. */
export async function recordAttempt(
  db: Database,
  now: Now,
  notify: Notify,
  claim: ClaimedDelivery,
  attempt: Attempt,
  verdict: Verdict,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Every transaction locks endpoints before their deliveries, so that two transactions never deadlock.
    let isDisabled = false;
    if (verdict.kind === "delivered") await recordSuccess(tx, claim);
    else if (verdict.because !== "ours")
      isDisabled = await recordFailure(tx, now, notify, claim, verdict.because);
    await insertAttempt(tx, claim, attempt);
    const isWaiting = verdict.kind === "failed" && verdict.waitSeconds !== undefined && !isDisabled;
    await sql`
      UPDATE webhook_deliveries SET claimed_until = NULL,
        failures = failures + ${verdict.kind === "failed" ? 1 : 0},
        status = ${isWaiting ? "waiting" : verdict.kind},
        next_attempt_at = ${isWaiting ? sql`${now()} + make_interval(secs => ${verdict.waitSeconds})` : null},
        ended_at = ${isWaiting ? null : now()}
      WHERE id = ${claim.id} AND attempts = ${claim.attempt}
        AND (status = 'waiting' OR ${verdict.kind === "delivered"})`.execute(tx);
  });
}

async function recordSuccess(tx: Tx, { endpointId }: ClaimedDelivery): Promise<void> {
  await sql`
    UPDATE webhook_endpoints SET failing_since = NULL
    WHERE id = ${endpointId} AND failing_since IS NOT NULL`.execute(tx);
}

/** @returns whether this failure switched the endpoint off. */
async function recordFailure(
  tx: Tx,
  now: Now,
  notify: Notify,
  { endpointId, accountId, url }: ClaimedDelivery,
  because: Exclude<AttemptFailure, "ours">,
): Promise<boolean> {
  const { rows } = await sql<{
    isActive: boolean;
    hasOnlyFailed: boolean;
    failingSince: Date;
    isOfRun: boolean;
  }>`
    UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, ${now()})
    WHERE id = ${endpointId} AND url = ${url}
    RETURNING is_active AS "isActive", failing_since AS "failingSince", run_id IS NOT NULL AS "isOfRun",
      failing_since <= ${now()} - make_interval(secs => ${FAILING_SECONDS}) AS "hasOnlyFailed"`.execute(tx);
  const [endpoint] = rows;
  if (!endpoint?.isActive) return endpoint?.isActive === false;
  const reason = because === "gone" ? "gone" : endpoint.hasOnlyFailed ? "failing" : undefined;
  if (reason === undefined) return false;
  await sql`
    UPDATE webhook_endpoints SET is_active = false, disabled_reason = ${reason} WHERE id = ${endpointId}`.execute(
    tx,
  );
  await giveUpWaiting(tx, endpointId);
  // A webhook of a run has nothing more to send, so there is nothing that its account could repair.
  if (endpoint.isOfRun) return true;
  await notify(tx, {
    accountId,
    kind: "webhook_disabled",
    facts: { webhook_id: endpointId, host: new URL(url).host, reason },
    occasion: `webhook_disabled:${endpointId}:${endpoint.failingSince.toISOString()}`,
  });
  return true;
}

async function insertAttempt(
  tx: Tx,
  { id, attempt: number, at }: ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const { durationMs, httpStatus, error, answer } = attempt;
  await sql`
    INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, http_status, error, answer)
    SELECT ${id}, ${number}, ${at}, ${durationMs}, ${httpStatus}, ${error}, ${answer}
    WHERE EXISTS (SELECT FROM webhook_deliveries WHERE id = ${id} FOR KEY SHARE)`.execute(tx);
  await sql`
    DELETE FROM webhook_attempts
    WHERE delivery_id = ${id} AND number <= ${number - WEBHOOK_LIMITS.attemptsKept}`.execute(tx);
}
