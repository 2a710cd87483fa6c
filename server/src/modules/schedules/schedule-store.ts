import type { InputData } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";
import { formatMonth, isKeyGone, SCHEDULE_COLUMNS, type ScheduleRow } from "./schedule-row.ts";

/** The owner of schedules: an account, or one of its keys. A key owns only the schedules that it created. */
export interface Owner {
  accountId: string;
  keyId?: string | undefined;
}

/** A schedule with the amount in nano-USD that its active run holds and has cost so far. */
export type SpendingSchedule = ScheduleRow & { held: bigint };

/** The terms that a person sets for a schedule. */
export type ScheduleTerms = Pick<
  ScheduleRow,
  | "name"
  | "version"
  | "timeoutSeconds"
  | "cron"
  | "timeZone"
  | "endsAt"
  | "maxCost"
  | "monthlyCap"
  | "nextDueAt"
> & { input: InputData };

/** The terms as they are stored. */
export type SealedTerms = Omit<ScheduleTerms, "input"> & Pick<ScheduleRow, "sealedInput">;

export type NewSchedule = SealedTerms &
  Pick<ScheduleRow, "id" | "accountId" | "userId" | "apiKeyId" | "agentId" | "agreedPrice">;

/** Locks an account's schedules, so that counting and inserting are atomic. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`SELECT lock_account(${accountId})`.execute(tx);
}

export async function countSchedules(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM schedules WHERE account_id = ${accountId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertSchedule(tx: Tx, schedule: NewSchedule, now: Date): Promise<void> {
  await sql`
    INSERT INTO schedules (id, account_id, user_id, api_key_id, agent_id, agreed_price, name, version, input,
      timeout_seconds, cron, time_zone, ends_at, max_cost, monthly_cap, next_due_at, spent_month, created_at, updated_at)
    VALUES (${schedule.id}, ${schedule.accountId}, ${schedule.userId}, ${schedule.apiKeyId}, ${schedule.agentId},
      ${schedule.agreedPrice}, ${schedule.name}, ${schedule.version}, ${schedule.sealedInput},
      ${schedule.timeoutSeconds}, ${schedule.cron}, ${schedule.timeZone}, ${schedule.endsAt}, ${schedule.maxCost},
      ${schedule.monthlyCap}, ${schedule.nextDueAt}, ${formatMonth(now)}, ${now}, ${now})`.execute(tx);
}

/** Returns the owner's schedules, newest first. */
export async function listSchedules(
  db: Queryable,
  owner: Owner,
  page: { limit: number; cursor: string | undefined; now: Date },
): Promise<SpendingSchedule[]> {
  const before = page.cursor === undefined ? sql`` : sql`AND s.id < ${page.cursor}`;
  const { rows } = await sql<SpendingSchedule>`
    ${selectSpending(page.now)} WHERE ${isOwnedBy(owner)} ${before} ORDER BY s.id DESC LIMIT ${page.limit}`.execute(
    db,
  );
  return rows;
}

export async function findSchedule(
  db: Queryable,
  owner: Owner,
  id: string,
  now: Date,
): Promise<SpendingSchedule | undefined> {
  const { rows } = await sql<SpendingSchedule>`
    ${selectSpending(now)} WHERE s.id = ${id} AND ${isOwnedBy(owner)}`.execute(db);
  return rows[0];
}

/**
 * Returns a schedule as `findSchedule` does, and locks it: until the end of `tx`, nobody else can change it or pick up
 * one of its due times.
 */
export async function lockSchedule(
  tx: Tx,
  owner: Owner,
  id: string,
  now: Date,
): Promise<(ScheduleRow & { isKeyGone: boolean }) | undefined> {
  const { rows } = await sql<ScheduleRow & { isKeyGone: boolean }>`
    SELECT ${SCHEDULE_COLUMNS}, ${isKeyGone(now)} AS "isKeyGone" FROM schedules s JOIN agent_cards a ON a.agent_id = s.agent_id
    WHERE s.id = ${id} AND ${isOwnedBy(owner)} FOR NO KEY UPDATE OF s`.execute(tx);
  return rows[0];
}

/**
 * Writes changed terms. Also clears the mark that the monthly cap was reached, so that the scheduler checks the cap
 * again.
 */
export async function writeTerms(tx: Tx, id: string, terms: SealedTerms, now: Date): Promise<void> {
  await sql`
    UPDATE schedules SET name = ${terms.name}, version = ${terms.version},
      input = ${terms.sealedInput}, timeout_seconds = ${terms.timeoutSeconds}, cron = ${terms.cron},
      time_zone = ${terms.timeZone}, ends_at = ${terms.endsAt}, max_cost = ${terms.maxCost},
      monthly_cap = ${terms.monthlyCap}, next_due_at = ${terms.nextDueAt}, not_before = NULL,
      cap_reached_in = NULL, updated_at = ${now}
    WHERE id = ${id}`.execute(tx);
}

export async function writePause(
  tx: Tx,
  id: string,
  because: NonNullable<ScheduleRow["pausedBecause"]>,
  now: Date,
): Promise<void> {
  await sql`UPDATE schedules SET paused_because = ${because}, updated_at = ${now} WHERE id = ${id}`.execute(
    tx,
  );
}

/**
 * Reactivates a schedule with a new next time, agreed price and key. With a null key, the schedule belongs only to the
 * account.
 */
export async function writeResumption(
  tx: Tx,
  id: string,
  to: Pick<ScheduleRow, "agreedPrice" | "nextDueAt" | "apiKeyId">,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE schedules SET paused_because = NULL, failures_in_a_row = 0, cap_reached_in = NULL, not_before = NULL,
      agreed_price = ${to.agreedPrice}, next_due_at = ${to.nextDueAt}, api_key_id = ${to.apiKeyId}, updated_at = ${now}
    WHERE id = ${id}`.execute(tx);
}

/** @returns false if there is no such schedule. */
export async function deleteSchedule(db: Queryable, owner: Owner, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM schedules s WHERE s.id = ${id} AND ${isOwnedBy(owner)}`.execute(db);
  return numAffectedRows === 1n;
}

function selectSpending(now: Date) {
  return sql`
    SELECT ${SCHEDULE_COLUMNS}, coalesce((
      SELECT coalesce(h.amount, 0) + cost_of_run_tree(t.run_id)
      FROM schedule_times t LEFT JOIN live_holds h USING (run_id)
      WHERE t.schedule_id = s.id AND t.state = 'running' AND t.month = ${formatMonth(now)}::date
    ), 0)::bigint AS held
    FROM schedules s JOIN agent_cards a ON a.agent_id = s.agent_id`;
}

function isOwnedBy({ accountId, keyId }: Owner) {
  return keyId === undefined
    ? sql`s.account_id = ${accountId}`
    : sql`s.account_id = ${accountId} AND s.api_key_id = ${keyId}`;
}
