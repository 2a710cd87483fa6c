import { PAUSE_TEXTS, SCHEDULE_TEXTS } from "@stoa/contract";
import type { Database, Tx } from "../../platform/db/database.ts";
import { createCronTimes } from "./cron-times.ts";
import { type DueSchedule, lockDue, writeNextDue } from "./due-store.ts";
import { getDueTimes } from "./due-times.ts";
import type { Outcomes } from "./outcomes.ts";
import { getSpentInMonth, type ScheduleRow } from "./schedule-row.ts";
import { insertSkipped, insertTaken, type TakenTime } from "./time-store.ts";

/** The result of picking up a due schedule. `taken` is the due time to run, if any. */
export interface TakenUp {
  taken: TakenTime | undefined;
  /** The schedule's next due time. */
  nextDueAt: Date | null;
}

/**
 * Picks up the schedule that has been due the longest in one short transaction under its lock, so that only one node
 * gets it. If that schedule cannot be processed, calls `failed`, which must postpone it, so that other schedules are
 * handled.
 * @returns `undefined` if no schedule is due.
 */
export async function takeUp(
  db: Database,
  outcomes: Outcomes,
  now: Date,
  failed: (scheduleId: string, error: unknown) => Promise<void>,
): Promise<TakenUp | undefined> {
  let found: DueSchedule | undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      found = await lockDue(tx, now);
      return found && takeUpLocked(tx, outcomes, found, now);
    });
  } catch (error) {
    if (!found) throw error;
    await failed(found.id, error);
    return { taken: undefined, nextDueAt: found.nextDueAt };
  }
}

async function takeUpLocked(tx: Tx, outcomes: Outcomes, locked: DueSchedule, now: Date): Promise<TakenUp> {
  const { schedule, isBusy } = await outcomes.close(tx, locked, now);
  const stopped = schedule.pausedBecause !== null || schedule.capReachedIn !== locked.capReachedIn;
  if (stopped) return { taken: undefined, nextDueAt: schedule.nextDueAt };
  const { id: scheduleId, endsAt } = schedule;
  const { missed, due, next } = getDueTimes(
    createCronTimes(schedule.cron, schedule.timeZone),
    locked.nextDueAt,
    {
      now,
      endsAt,
    },
  );
  await writeNextDue(tx, scheduleId, next);
  const skip = (dueAt: Date, reason: string, lastDueAt = dueAt) =>
    insertSkipped(tx, { scheduleId, dueAt, lastDueAt, reason }, now);
  const nothing = { taken: undefined, nextDueAt: next };

  if (missed) await skip(missed.from, SCHEDULE_TEXTS.missed, missed.to);
  if (!due) return nothing;
  if (schedule.isKeyGone) {
    await skip(due, PAUSE_TEXTS.key_gone);
    await outcomes.pause(tx, schedule, "key_gone", now);
    return nothing;
  }
  if (isBusy) {
    await skip(due, SCHEDULE_TEXTS.overlap);
    return nothing;
  }
  const maxCost = mayCost(schedule, now);
  if (maxCost === undefined) {
    await skip(due, SCHEDULE_TEXTS.capReached(schedule.monthlyCap, getSpentInMonth(schedule, now)));
    await outcomes.reachCap(tx, schedule, now);
    return nothing;
  }
  const taken = await insertTaken(tx, { scheduleId, dueAt: due, isManual: false, maxCost }, now);
  return { taken, nextDueAt: next };
}

/**
 * Returns the maximum that the next run may cost: the cap per run or the rest of the monthly cap, whichever is lower;
 * `undefined` if nothing is left.
 */
export function mayCost(
  schedule: Pick<ScheduleRow, "maxCost" | "monthlyCap" | "spent" | "spentMonth">,
  now: Date,
): bigint | undefined {
  const left = schedule.monthlyCap - getSpentInMonth(schedule, now);
  if (left <= 0n) return undefined;
  return schedule.maxCost !== null && schedule.maxCost < left ? schedule.maxCost : left;
}
