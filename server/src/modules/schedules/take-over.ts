import { PAUSE_TEXTS, SCHEDULE_LIMITS, SCHEDULE_TEXTS, TEXTS } from "@stoa/contract";
import type { Database, Tx } from "../../platform/db/database.ts";
import { findRunByKey, type LostSchedule, lockLost } from "./due-store.ts";
import type { Outcomes } from "./outcomes.ts";
import { createIdempotencyKey } from "./run-starter.ts";
import { endUnstarted, markRunning, type TakenTime, takeOver } from "./time-store.ts";

/** A due time that this node has taken over from a lost node. */
export interface TakenOver {
  time: TakenTime;
  /** `running` if the lost node had started the run. `ended` if there is no run and none should start. */
  state: "to_start" | "running" | "ended";
}

/**
 * The time after which a start counts as interrupted. A start takes milliseconds, or seconds on a busy database. A node
 * that needs more than a minute has died.
 */
const LOST_MS = 60_000;
const LATE_MS = SCHEDULE_LIMITS.lateMinutes * 60_000;

/**
 * Takes over a due time of a lost node. Keeps the run if that node had started one. Otherwise starts no run if the time
 * is too old or the schedule is no longer allowed to run.
 * @returns `undefined` if there is no such time.
 */
export async function takeOverLost(
  db: Database,
  outcomes: Outcomes,
  now: Date,
): Promise<TakenOver | undefined> {
  const time = await takeOver(db, new Date(now.getTime() - LOST_MS), now);
  if (!time) return undefined;
  const state = await db.transaction().execute(async (tx) => {
    const schedule = await lockLost(tx, time.scheduleId, now);
    return schedule ? settle(tx, outcomes, schedule, time, now) : "ended";
  });
  return { time, state };
}

async function settle(
  tx: Tx,
  outcomes: Outcomes,
  schedule: LostSchedule,
  time: TakenTime,
  now: Date,
): Promise<TakenOver["state"]> {
  const runId = await findRunByKey(tx, schedule.accountId, createIdempotencyKey(time));
  if (runId !== undefined) {
    await markRunning(tx, time.id, runId);
    return "running";
  }
  if (now.getTime() - time.dueAt.getTime() > LATE_MS) {
    const end = { state: "not_started", reason: SCHEDULE_TEXTS.failedToStart } as const;
    if ((await endUnstarted(tx, time.id, end, now)) && !time.isManual) await outcomes.fail(tx, schedule, now);
    return "ended";
  }
  const reason = findObstacle(schedule, time);
  if (reason === undefined) return "to_start";
  await endUnstarted(tx, time.id, { state: "skipped", reason }, now);
  if (schedule.isKeyGone) await outcomes.pause(tx, schedule, "key_gone", now);
  return "ended";
}

/**
 * Returns the reason why a schedule is not allowed to run now, as the history shows it. A manual run is allowed even if
 * the owner has paused the schedule.
 */
function findObstacle(
  { suspensionReason, pausedBecause, isKeyGone }: LostSchedule,
  { isManual }: TakenTime,
): string | undefined {
  if (suspensionReason !== null) return TEXTS.account.suspended(suspensionReason);
  if (isKeyGone) return PAUSE_TEXTS.key_gone;
  return pausedBecause === null || isManual ? undefined : PAUSE_TEXTS[pausedBecause];
}
