import { SCHEDULE_LIMITS } from "@stoa/contract";
import type { CronTimes } from "./cron-times.ts";

/** The due times since a schedule's first pending time. */
export interface DueTimes {
  /** The first and the last missed time. */
  missed: { from: Date; to: Date } | undefined;
  /** The time whose run starts now. */
  due: Date | undefined;
  /** The first time after now. Null if the schedule ends before it. */
  next: Date | null;
}

const LATE_MS = SCHEDULE_LIMITS.lateMinutes * 60_000;

/**
 * Evaluates the due times from `first` up to now. Only the last due time leads to a run, and only if it is recent:
 * after downtime, a server makes up for one time and not for all of them.
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
