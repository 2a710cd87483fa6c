import { PAUSE_TEXTS, SCHEDULE_LIMITS, SCHEDULE_TEXTS, TEXTS } from "@stoa/contract";
import type { Database, Tx } from "../../platform/db/database.ts";
import { type LostSchedule, lockLost, runOfKey } from "./due-store.ts";
import type { Outcomes } from "./outcomes.ts";
import { keyOf } from "./run-starter.ts";
import { endUnstarted, markRunning, type TakenTime, takeOver } from "./time-store.ts";

/** A time that a lost node had taken up. */
export interface TakenOver {
  time: TakenTime;
  /** `running` where its node had started its run, `ended` where there is none and shall be none. */
  state: "to_start" | "running" | "ended";
}

/** To start a run takes milliseconds, on a busy database seconds: who has not in a minute has died. */
const LOST_MS = 60_000;
const LATE_MS = SCHEDULE_LIMITS.lateMinutes * 60_000;

/**
 * Takes over a time of a node that was lost. The run that it had started is kept; where it had started none, there may
 * be reasons by now to start none.
 * @returns `undefined` where none was lost.
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
  const runId = await runOfKey(tx, schedule.accountId, keyOf(time));
  if (runId !== undefined) {
    await markRunning(tx, time.id, runId);
    return "running";
  }
  if (now.getTime() - time.dueAt.getTime() > LATE_MS) {
    const end = { state: "not_started", reason: SCHEDULE_TEXTS.failedToStart } as const;
    if ((await endUnstarted(tx, time.id, end, now)) && !time.isManual) await outcomes.fail(tx, schedule, now);
    return "ended";
  }
  const reason = whyNot(schedule, time);
  if (reason === undefined) return "to_start";
  await endUnstarted(tx, time.id, { state: "skipped", reason }, now);
  if (schedule.isKeyGone) await outcomes.pause(tx, schedule, "key_gone", now);
  return "ended";
}

/** In words, why nothing is run of a schedule now; one that its owner has paused is still run by hand. */
function whyNot(
  { suspensionReason, pausedBecause, isKeyGone }: LostSchedule,
  { isManual }: TakenTime,
): string | undefined {
  if (suspensionReason !== null) return TEXTS.account.suspended(suspensionReason);
  if (isKeyGone) return PAUSE_TEXTS.key_gone;
  return pausedBecause === null || isManual ? undefined : PAUSE_TEXTS[pausedBecause];
}
