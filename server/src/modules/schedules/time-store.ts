import type { ScheduleTime } from "@stoa/contract";
import { sql } from "kysely";
import type { Database, Queryable, Tx } from "../../platform/db/database.ts";
import { formatMonth } from "./schedule-row.ts";

/** A due time in a schedule's history, with its outcome. Money is in nano-USD. */
export interface TimeRow {
  id: string;
  dueAt: Date;
  lastDueAt: Date | null;
  isManual: boolean;
  state: ScheduleTime["status"];
  reason: string | null;
  runId: string | null;
  cost: bigint;
  endedAt: Date | null;
}

/** A due time that a node has picked up in order to start its run. */
export interface TakenTime {
  id: string;
  scheduleId: string;
  dueAt: Date;
  isManual: boolean;
  maxCost: bigint;
}

const COLUMNS = sql`t.id, t.due_at AS "dueAt", t.last_due_at AS "lastDueAt", t.is_manual AS "isManual", t.state,
  t.reason, t.run_id AS "runId", t.cost, t.ended_at AS "endedAt"`;
const TAKEN_COLUMNS = sql`id, schedule_id AS "scheduleId", due_at AS "dueAt", is_manual AS "isManual",
  max_cost AS "maxCost"`;

/** Returns the history of a schedule, newest first. */
export async function listTimes(
  db: Queryable,
  scheduleId: string,
  page: { limit: number; cursor: string | undefined },
): Promise<TimeRow[]> {
  const before = page.cursor === undefined ? sql`` : sql`AND t.id < ${page.cursor}`;
  const { rows } = await sql<TimeRow>`
    SELECT ${COLUMNS} FROM schedule_times t WHERE t.schedule_id = ${scheduleId} ${before}
    ORDER BY t.id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function findTime(db: Queryable, id: string): Promise<TimeRow | undefined> {
  const { rows } = await sql<TimeRow>`SELECT ${COLUMNS} FROM schedule_times t WHERE t.id = ${id}`.execute(db);
  return rows[0];
}

/** Records that a node has picked up a due time whose run may cost `maxCost`. */
export async function insertTaken(tx: Tx, time: Omit<TakenTime, "id">, now: Date): Promise<TakenTime> {
  const { rows } = await sql<TakenTime>`
    INSERT INTO schedule_times (schedule_id, due_at, is_manual, state, max_cost, month, taken_at)
    VALUES (${time.scheduleId}, ${time.dueAt}, ${time.isManual}, 'starting', ${time.maxCost}, ${formatMonth(now)}, ${now})
    RETURNING ${TAKEN_COLUMNS}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("the time was not written");
  return row;
}

/** Records that no run started for a due time, or for all times up to `lastDueAt`. */
export async function insertSkipped(
  tx: Tx,
  time: { scheduleId: string; dueAt: Date; lastDueAt?: Date; reason: string },
  now: Date,
): Promise<void> {
  const last = time.lastDueAt && time.lastDueAt > time.dueAt ? time.lastDueAt : null;
  await sql`
    INSERT INTO schedule_times (schedule_id, due_at, last_due_at, state, reason, month, taken_at, ended_at)
    VALUES (${time.scheduleId}, ${time.dueAt}, ${last}, 'skipped', ${time.reason}, ${formatMonth(now)}, ${now}, ${now})
    ON CONFLICT (schedule_id, due_at) WHERE NOT is_manual DO NOTHING`.execute(tx);
}

/** Records the run of a time that was picked up. */
export async function markRunning(db: Queryable, id: string, runId: string): Promise<void> {
  await sql`
    UPDATE schedule_times SET state = 'running', run_id = ${runId} WHERE id = ${id} AND state = 'starting'`.execute(
    db,
  );
}

/** Records that a time that was picked up has ended without a run. @returns false if the time is no longer starting. */
export async function endUnstarted(
  tx: Tx,
  id: string,
  end: { state: "not_started" | "skipped"; reason: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE schedule_times SET state = ${end.state}, reason = ${end.reason}, ended_at = ${now}
    WHERE id = ${id} AND state = 'starting'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Undoes the pickup of a due time. @returns false if the time is no longer starting. */
export async function giveBack(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM schedule_times WHERE id = ${id} AND state = 'starting'`.execute(tx);
  return numAffectedRows === 1n;
}

/** A due time whose run is starting or active. */
export interface OpenTime {
  id: string;
  isManual: boolean;
  month: string;
  /** The result of the run, or null if the run has not ended. The cost includes the child runs. */
  ended: { status: "completed" | "failed" | "timeout" | "cancelled"; cost: bigint } | null;
}

/** Returns the active due time of a schedule, if any. A schedule has at most one. */
export async function findOpen(tx: Tx, scheduleId: string): Promise<OpenTime | undefined> {
  const { rows } = await sql<{
    id: string;
    isManual: boolean;
    month: string;
    status: NonNullable<OpenTime["ended"]>["status"] | null;
    cost: bigint | null;
  }>`
    SELECT t.id, t.is_manual AS "isManual", t.month, r.status, cost_of_run_tree(r.run_id) AS cost
    FROM schedule_times t LEFT JOIN ended_runs r ON r.run_id = t.run_id
    WHERE t.schedule_id = ${scheduleId} AND t.state IN ('starting', 'running')`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { status, cost, ...open } = row;
  return { ...open, ended: status === null ? null : { status, cost: cost ?? 0n } };
}

export async function endRunning(
  tx: Tx,
  id: string,
  end: NonNullable<OpenTime["ended"]>,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE schedule_times SET state = ${end.status}, cost = ${end.cost}, ended_at = ${now} WHERE id = ${id}`.execute(
    tx,
  );
}

/** Returns at most `limit` schedules with an active due time whose run has ended. */
export async function findSchedulesWithEndedRuns(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.schedule_id AS id FROM schedule_times t JOIN ended_runs r USING (run_id)
    WHERE t.state = 'running' LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes over a due time whose run another node has been starting since before `before`. */
export async function takeOver(db: Queryable, before: Date, now: Date): Promise<TakenTime | undefined> {
  const { rows } = await sql<TakenTime>`
    UPDATE schedule_times SET taken_at = ${now}
    WHERE id = (
      SELECT id FROM schedule_times WHERE state = 'starting' AND taken_at < ${before}
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${TAKEN_COLUMNS}`.execute(db);
  return rows[0];
}

/** Returns the ids of the given times that are still active. */
export async function findStillOpen(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM schedule_times WHERE id = ANY (${[...ids]}::text[]) AND state IN ('starting', 'running')`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The number of rows to delete per statement, which takes a few milliseconds. */
const REMOVED_AT_ONCE = 5_000;

/** Deletes history entries that ended before a moment. */
export async function removeOldTimes(db: Database, before: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM schedule_times WHERE id IN (
        SELECT id FROM schedule_times WHERE ended_at < ${before}
        ORDER BY ended_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(db);
    if ((numAffectedRows ?? 0n) < BigInt(REMOVED_AT_ONCE)) return;
  }
}
