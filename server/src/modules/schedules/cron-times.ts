import { SCHEDULE_LIMITS, SCHEDULE_TEXTS } from "@stoa/contract";
import { Cron } from "croner";
import { invalidField } from "../../platform/http/app-error.ts";

/** The times of a cron expression in its time zone. */
export interface CronTimes {
  /** Returns the first time after a moment; null if there is none. */
  next(after: Date): Date | null;
  /** Returns the next times after a moment, at most `count`. */
  several(after: Date, count: number): Date[];
  /** Returns the last time at or before a moment. */
  lastUpTo(moment: Date): Date | null;
}

const MINUTE = 60_000;

/**
 * Returns the times of a validated expression. If clocks go forward, a skipped time occurs right after the gap. If
 * clocks go back, a fixed time that occurs twice counts only at its first occurrence.
 */
export function createCronTimes(cron: string, timeZone: string): CronTimes {
  const times = new Cron(cron, { mode: "5-part", timezone: timeZone, paused: true });
  return {
    next: (after) => times.nextRun(after),
    several: (after, count) => times.nextRuns(count, after),
    lastUpTo: (moment) => times.previousRuns(1, new Date(moment.getTime() + 1))[0] ?? null,
  };
}

/** @throws AppError 400 that names the field and the reason. */
export function requireCronTimes(cron: string, timeZone: string): void {
  if (!isTimeZone(timeZone)) throw invalidField("time_zone", SCHEDULE_TEXTS.badTimeZone(timeZone));
  if (cron.split(/\s+/).length !== 5) throw invalidField("cron", SCHEDULE_TEXTS.fiveFields);
  requireInterval(cron);
}

/**
 * Parses an expression in UTC, so that clock changes do not affect the check of the interval.
 * @throws AppError 400 for an invalid expression.
 */
function readInUtc(cron: string): Cron {
  try {
    return new Cron(cron, { mode: "5-part", timezone: "UTC", paused: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw invalidField("cron", SCHEDULE_TEXTS.badCron(error.message.replace(/^CronPattern: /, "")));
  }
}

/** The day on which intervals are checked. Any day works, and a fixed day gives the same result every time. */
const FROM = Date.parse("2026-01-01T00:00:00Z");

/**
 * Checks the gaps within an hour, and the gap between the last time of an hour and the first time of the next hour. The
 * last hour of a day counts as adjacent to the first hour of the next day, although not every expression runs on two
 * consecutive days. Iterating over all times of a day would block the event loop for as long as a hundred requests do.
 */
function requireInterval(cron: string): void {
  if (!readInUtc(cron).nextRun(new Date(FROM))) throw invalidField("cron", SCHEDULE_TEXTS.neverDue);
  const [minute, hour] = cron.split(/\s+/);
  const minutes = getOffsets(`${minute} * * * *`, MINUTE, 60);
  const hours = getOffsets(`0 ${hour} * * *`, 60 * MINUTE, 24);
  const overTheHour = (minutes[0] ?? 0) + 60 - (minutes.at(-1) ?? 0);
  const isTooOften =
    findSmallestGap(minutes) < SCHEDULE_LIMITS.shortestMinutes ||
    (overTheHour < SCHEDULE_LIMITS.shortestMinutes &&
      findSmallestGap([...hours, (hours[0] ?? 0) + 24]) === 1);
  if (isTooOften) throw invalidField("cron", SCHEDULE_TEXTS.tooOften);
}

/** Returns the times of an expression within the first `count` units of a day, as numbers of units since its start. */
function getOffsets(cron: string, unitMs: number, count: number): number[] {
  const end = FROM + count * unitMs;
  const offsets: number[] = [];
  const times = readInUtc(cron);
  let time = times.nextRun(new Date(FROM - 1));
  while (time && time.getTime() < end) {
    offsets.push((time.getTime() - FROM) / unitMs);
    time = times.nextRun(time);
  }
  return offsets;
}

function findSmallestGap(ascending: readonly number[]): number {
  return Math.min(...ascending.slice(1).map((value, before) => value - (ascending[before] ?? 0)));
}

/** Accepts only names. Some engines accept an offset as a time zone, but an offset has no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
