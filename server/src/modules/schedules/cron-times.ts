import { SCHEDULE_LIMITS, SCHEDULE_TEXTS } from "@stoa/contract";
import { Cron } from "croner";
import { invalidField } from "../../platform/http/app-error.ts";

/** An expression read in its time zone. */
export interface CronTimes {
  /** The first time after a moment; null where there is none. */
  next(after: Date): Date | null;
  /** The next times after a moment, at most `count`. */
  several(after: Date, count: number): Date[];
  /** The last time up to a moment, itself included. */
  lastUpTo(moment: Date): Date | null;
}

const MINUTE = 60_000;

/**
 * The times of an expression that was accepted. Where clocks go forward, a time that is left out comes when they have
 * gone; where they go back, a fixed time that comes twice is the first of the two.
 */
export function cronTimes(cron: string, timeZone: string): CronTimes {
  const times = new Cron(cron, { mode: "5-part", timezone: timeZone, paused: true });
  return {
    next: (after) => times.nextRun(after),
    several: (after, count) => times.nextRuns(count, after),
    lastUpTo: (moment) => times.previousRuns(1, new Date(moment.getTime() + 1))[0] ?? null,
  };
}

/** @throws AppError 400 that says what is wrong with which field. */
export function requireCronTimes(cron: string, timeZone: string): CronTimes {
  if (!isTimeZone(timeZone)) throw invalidField("time_zone", SCHEDULE_TEXTS.badTimeZone(timeZone));
  if (cron.split(/\s+/).length !== 5) throw invalidField("cron", SCHEDULE_TEXTS.fiveFields);
  requireInterval(readInUtc(cron));
  return cronTimes(cron, timeZone);
}

/** Intervals are looked at where no clock is ever changed. */
function readInUtc(cron: string): Cron {
  try {
    return new Cron(cron, { mode: "5-part", timezone: "UTC", paused: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw invalidField("cron", SCHEDULE_TEXTS.badCron(error.message.replace(/^CronPattern: /, "")));
  }
}

/** A day of times every five minutes, and one more: whichever two of a day are too close are among so many. */
const TIMES_LOOKED_AT = (24 * 60) / SCHEDULE_LIMITS.shortestMinutes + 1;
/** Any moment does; a fixed one gives an expression the same answer on every day. */
const FROM = new Date("2026-01-01T00:00:00Z");

function requireInterval(times: Cron): void {
  let before = times.nextRun(FROM);
  if (!before) throw invalidField("cron", SCHEDULE_TEXTS.neverDue);
  for (let seen = 1; seen < TIMES_LOOKED_AT; seen++) {
    const next: Date | null = times.nextRun(before);
    if (!next) return;
    if (next.getTime() - before.getTime() < SCHEDULE_LIMITS.shortestMinutes * MINUTE)
      throw invalidField("cron", SCHEDULE_TEXTS.tooOften);
    before = next;
  }
}

/** Names alone: an offset, which some engines take for a zone, knows no summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
