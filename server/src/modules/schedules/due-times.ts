import { SCHEDULE_LIMITS } from "@stoa/contract";
import type { CronTimes } from "./cron-times.ts";

/** The times that are due since a schedule's first pending time. */
export interface DueTimes {
  /** The first and the last time that passed without a run. */
  missed: { from: Date; to: Date } | undefined;
  /** The time to run now. */
  due: Date | undefined;
  /** The first time after now; null if the schedule ends before. */
  next: Date | null;
}

const LATE_MS = SCHEDULE_LIMITS.lateMinutes * 60_000;

/**
 * Returns the due times from `first` up to now. Only the last one runs, and only if it is recent: after downtime, a
 * server makes up for one time and not for all of them.
 */
export function getDueTimes(
  times: CronTimes,
  first: Date,
  { now, endsAt }: { now: Date; endsAt: Date | null },
): DueTimes {
  const next = limitToEnd(times.next(now), endsAt);
  const last = findLastDueTime(times, endsAt && endsAt < now ? endsAt : now, first);
  if (now.getTime() - last.getTime() > LATE_MS)
    return { missed: { from: first, to: last }, due: undefined, next };
  if (last <= first) return { missed: undefined, due: first, next };
  const before = findLastDueTime(times, new Date(last.getTime() - 1), first);
  return { missed: { from: first, to: before }, due: last, next };
}

/** Returns `time`, or null if it is after the schedule's end. */
export function limitToEnd(time: Date | null, endsAt: Date | null): Date | null {
  return time && endsAt && time > endsAt ? null : time;
}

function findLastDueTime(times: CronTimes, moment: Date, first: Date): Date {
  const last = times.lastUpTo(moment);
  return last && last > first ? last : first;
}
