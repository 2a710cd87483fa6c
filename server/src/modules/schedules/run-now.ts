import { PAUSE_TEXTS, SCHEDULE_TEXTS, type ScheduleTime } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Outcomes } from "./outcomes.ts";
import { presentTime } from "./present.ts";
import type { RunStarter, Started } from "./run-starter.ts";
import { getSpentInMonth, type ScheduleRow } from "./schedule-row.ts";
import { lockSchedule } from "./schedule-store.ts";
import { toOwner } from "./schedules.ts";
import { mayCost } from "./take-up.ts";
import { findTime, giveBack, insertTaken } from "./time-store.ts";

export interface RunNowOptions {
  db: Database;
  clock: () => Promise<Date>;
  outcomes: Outcomes;
  starter: RunStarter;
}

const conflict = (detail: string) => new AppError(409, "conflict", detail);

/**
 * Runs a schedule at a person's request. The run must be within the schedule's cap, and no other run of the schedule
 * may be active. A refusal does not count as a failure of the schedule.
 * @throws AppError 404 if the schedule does not exist; 409 if its key is no longer valid, one of its runs is active or
 * the cap is used up; or the error that refused the run.
 */
export async function runNow(options: RunNowOptions, caller: Caller, id: string): Promise<ScheduleTime> {
  const { db, clock, outcomes, starter } = options;
  const now = await clock();
  const { schedule, taken } = await db.transaction().execute(async (tx) => {
    const locked = await lockSchedule(tx, toOwner(caller), id, now);
    if (!locked) throw notFound("Schedule");
    if (locked.isKeyGone) throw conflict(PAUSE_TEXTS.key_gone);
    const { schedule, isBusy } = await outcomes.close(tx, locked, now);
    if (isBusy) throw conflict(SCHEDULE_TEXTS.active);
    const maxCost = mayCost(schedule, now);
    if (maxCost === undefined) throw capUsedUp(schedule, now);
    const time = { scheduleId: id, dueAt: now, isManual: true, maxCost };
    return { schedule, taken: await insertTaken(tx, time, now) };
  });
  const started = await starter.start(taken);
  if (started.kind !== "running") {
    await db.transaction().execute((tx) => giveBack(tx, taken.id));
    throw refusal(started, schedule, now);
  }
  const time = await findTime(db, taken.id);
  if (!time) throw notFound("Schedule");
  return presentTime(time);
}

function refusal(started: Exclude<Started, { kind: "running" }>, schedule: ScheduleRow, now: Date): AppError {
  switch (started.kind) {
    case "gone":
      return notFound("Schedule");
    case "price_rose":
      return conflict(PAUSE_TEXTS.price_rise);
    case "over_cap":
      return capUsedUp(schedule, now);
    default:
      return started.error;
  }
}

function capUsedUp(schedule: ScheduleRow, now: Date): AppError {
  const words = SCHEDULE_TEXTS.capUsedUp(schedule.monthlyCap, getSpentInMonth(schedule, now));
  return new AppError(403, "spending_limit_reached", words);
}
