import type { PlanType } from "@stoa/contract";
import { sql } from "kysely";
import type { Database, Queryable, Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { formatMonth, isKeyGone, SCHEDULE_COLUMNS, type ScheduleRow } from "./schedule-row.ts";

/** Returns the database's time, so that all nodes use the same clock. */
export async function readDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  const now = rows[0]?.now;
  if (!now) throw new Error("the database returned no time");
  return now;
}

/** A due schedule. `isKeyGone` says whether its key is no longer valid. */
export type DueSchedule = ScheduleRow & { nextDueAt: Date; isKeyGone: boolean };

/**
 * Locks the schedule that has been due the longest among those that no other node has locked. Skips schedules of
 * suspended accounts. Times that become too old during the suspension are missed.
 */
export async function lockDue(tx: Tx, now: Date): Promise<DueSchedule | undefined> {
  const { rows } = await sql<DueSchedule>`
    SELECT ${SCHEDULE_COLUMNS}, ${isKeyGone(now)} AS "isKeyGone"
    FROM schedules s JOIN agent_cards a ON a.agent_id = s.agent_id
    WHERE s.paused_because IS NULL AND s.next_due_at <= ${now} AND (s.not_before IS NULL OR s.not_before <= ${now})
      AND NOT EXISTS (SELECT FROM suspended_accounts u WHERE u.account_id = s.account_id)
    ORDER BY s.next_due_at, s.id LIMIT 1 FOR NO KEY UPDATE OF s SKIP LOCKED`.execute(tx);
  return rows[0];
}

/** Locks a schedule. Waits if another transaction holds the lock. */
export async function lockFirst(tx: Tx, id: string): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`${selectById(id)} FOR NO KEY UPDATE OF s`.execute(tx);
  return rows[0];
}

/**
 * A schedule whose run was being started by a node that was lost. `suspensionReason` is set if the account is
 * suspended.
 */
export type LostSchedule = ScheduleRow & { isKeyGone: boolean; suspensionReason: string | null };

/** Locks a schedule as `lockFirst` does, and reads the facts that may prevent its run. */
export async function lockLost(tx: Tx, id: string, now: Date): Promise<LostSchedule | undefined> {
  const { rows } = await sql<LostSchedule>`
    SELECT ${SCHEDULE_COLUMNS}, ${isKeyGone(now)} AS "isKeyGone", (
      SELECT o.suspension_reason FROM account_owners o
      WHERE o.account_id = s.account_id AND o.suspended_at IS NOT NULL LIMIT 1
    ) AS "suspensionReason"
    FROM schedules s JOIN agent_cards a ON a.agent_id = s.agent_id
    WHERE s.id = ${id} FOR NO KEY UPDATE OF s`.execute(tx);
  return rows[0];
}

/** Locks a schedule, or returns `undefined` if another node has locked it and is handling it. */
export async function lockFree(tx: Tx, id: string): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`${selectById(id)} FOR NO KEY UPDATE OF s SKIP LOCKED`.execute(tx);
  return rows[0];
}

const selectById = (id: string) => sql`
  SELECT ${SCHEDULE_COLUMNS} FROM schedules s JOIN agent_cards a ON a.agent_id = s.agent_id WHERE s.id = ${id}`;

/** Delays a schedule: no node picks it up before `notBefore`. */
export async function postpone(db: Queryable, id: string, notBefore: Date): Promise<void> {
  await sql`UPDATE schedules SET not_before = ${notBefore} WHERE id = ${id}`.execute(db);
}

/** Returns a schedule and the caller that it runs for; `undefined` if it was deleted. */
export async function findWithCaller(
  db: Queryable,
  id: string,
): Promise<{ schedule: ScheduleRow; caller: Caller } | undefined> {
  const { rows } = await sql<ScheduleRow & { username: string; plan: PlanType }>`
    SELECT ${SCHEDULE_COLUMNS}, u.username, c.plan_type AS plan
    FROM schedules s JOIN agent_cards a ON a.agent_id = s.agent_id
    JOIN person_names u ON u.user_id = s.user_id JOIN account_plans c ON c.account_id = s.account_id
    WHERE s.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { username, plan, ...schedule } = row;
  const { userId, accountId, apiKeyId } = schedule;
  return {
    schedule,
    caller: { userId, accountId, username, plan, ...(apiKeyId !== null && { keyId: apiKeyId }) },
  };
}

/** Sets the next due time. Null means that the schedule has ended. */
export async function writeNextDue(tx: Tx, id: string, nextDueAt: Date | null): Promise<void> {
  await sql`UPDATE schedules SET next_due_at = ${nextDueAt}, not_before = NULL WHERE id = ${id}`.execute(tx);
}

/**
 * Restores a due time whose run could not start yet, unless the owner has changed the schedule's times in the meantime.
 */
export async function putBack(
  tx: Tx,
  id: string,
  back: { dueAt: Date; replacedDueAt: Date | null; notBefore: Date },
): Promise<void> {
  await sql`
    UPDATE schedules SET next_due_at = ${back.dueAt}, not_before = ${back.notBefore}
    WHERE id = ${id} AND next_due_at IS NOT DISTINCT FROM ${back.replacedDueAt}::timestamptz`.execute(tx);
}

/**
 * Records that the rest of this month's cap cannot pay for another run, and sets the first due time of the next month.
 */
export async function writeCapReached(
  tx: Tx,
  id: string,
  reached: { nextDueAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    UPDATE schedules SET cap_reached_in = ${formatMonth(reached.now)}, next_due_at = ${reached.nextDueAt}, not_before = NULL
    WHERE id = ${id}`.execute(tx);
}

/**
 * Adds the cost of a run to the month in which it started. Costs of past months are ignored, because nothing reads
 * them.
 */
export async function addSpending(tx: Tx, id: string, month: string, cost: bigint): Promise<void> {
  await sql`
    UPDATE schedules SET spent = CASE WHEN spent_month = ${month}::date THEN spent ELSE 0 END + ${cost},
      spent_month = ${month}::date
    WHERE id = ${id} AND spent_month <= ${month}::date`.execute(tx);
}

/** Counts a failure. @returns the number of consecutive failures. */
export async function countFailure(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    UPDATE schedules SET failures_in_a_row = failures_in_a_row + 1 WHERE id = ${id}
    RETURNING failures_in_a_row AS failures`.execute(tx);
  return rows[0]?.failures ?? 0;
}

export async function clearFailures(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE schedules SET failures_in_a_row = 0 WHERE id = ${id} AND failures_in_a_row > 0`.execute(
    tx,
  );
}

/** Returns at most `limit` active schedules whose key is no longer valid. */
export async function findSchedulesWithoutKey(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT s.id FROM schedules s
    WHERE s.paused_because IS NULL AND s.api_key_id IS NOT NULL AND ${isKeyGone(now)} LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns the run that an idempotency key started, however old the key is. */
export async function findRunByKey(
  db: Queryable,
  accountId: string,
  key: { route: string; key: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ runId: string }>`
    SELECT run_id AS "runId" FROM idempotent_runs
    WHERE account_id = ${accountId} AND route = ${key.route} AND key = ${key.key}`.execute(db);
  return rows[0]?.runId;
}
