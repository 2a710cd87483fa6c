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
export function requireCronTimes(cron: string, timeZone: string): void {
  if (!isTimeZone(timeZone)) throw invalidField("time_zone", SCHEDULE_TEXTS.badTimeZone(timeZone));
  if (cron.split(/\s+/).length !== 5) throw invalidField("cron", SCHEDULE_TEXTS.fiveFields);
  requireInterval(cron);
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

/** Any day does; a fixed one gives an expression the same answer on every day. */
const FROM = Date.parse("2026-01-01T00:00:00Z");

/**
 * Times are close within an hour, or over the end of one to the next. The last hour of a day and the first of the next
 * are neighbours, though not every expression has two days together. Walking through a day of times instead would keep
 * the server from others for as long as a hundred requests take.
 */
function requireInterval(cron: string): void {
  if (!readInUtc(cron).nextRun(new Date(FROM))) throw invalidField("cron", SCHEDULE_TEXTS.neverDue);
  const [minute, hour] = cron.split(/\s+/);
  const minutes = offsetsOf(`${minute} * * * *`, MINUTE, 60);
  const hours = offsetsOf(`0 ${hour} * * *`, 60 * MINUTE, 24);
  const overTheHour = (minutes[0] ?? 0) + 60 - (minutes.at(-1) ?? 0);
  const isTooOften =
    smallestGap(minutes) < SCHEDULE_LIMITS.shortestMinutes ||
    (overTheHour < SCHEDULE_LIMITS.shortestMinutes && smallestGap([...hours, (hours[0] ?? 0) + 24]) === 1);
  if (isTooOften) throw invalidField("cron", SCHEDULE_TEXTS.tooOften);
}

/** When an expression comes within the first `count` units of a day, in units. */
function offsetsOf(cron: string, unitMs: number, count: number): number[] {
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

function smallestGap(ascending: readonly number[]): number {
  return Math.min(...ascending.slice(1).map((value, before) => value - (ascending[before] ?? 0)));
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
