import { SCHEDULE_LIMITS } from "@stoa/contract";
import type { CronTimes } from "./cron-times.ts";

/** What has come due of a schedule since a time of it. */
export interface DueTimes {
  /** Times that passed while nobody looked: from the first of them to the last. */
  missed: { from: Date; to: Date } | undefined;
  /** The one to run now. */
  due: Date | undefined;
  /** The one after now; null at the schedule's end. */
  next: Date | null;
}

const LATE_MS = SCHEDULE_LIMITS.lateMinutes * 60_000;

/**
 * Of the times from `first` up to now only the last is run, and only if it is recent: a server that was down makes up
 * for one, never for all of them.
 */
export function dueTimes(
  times: CronTimes,
  first: Date,
  { now, endsAt }: { now: Date; endsAt: Date | null },
): DueTimes {
  const next = withinEnd(times.next(now), endsAt);
  const last = lastUpTo(times, endsAt && endsAt < now ? endsAt : now, first);
  if (now.getTime() - last.getTime() > LATE_MS)
    return { missed: { from: first, to: last }, due: undefined, next };
  if (last <= first) return { missed: undefined, due: first, next };
  const before = lastUpTo(times, new Date(last.getTime() - 1), first);
  return { missed: { from: first, to: before }, due: last, next };
}

/** A time that comes after the schedule's end does not come. */
export function withinEnd(time: Date | null, endsAt: Date | null): Date | null {
  return time && endsAt && time > endsAt ? null : time;
}

function lastUpTo(times: CronTimes, moment: Date, first: Date): Date {
  const last = times.lastUpTo(moment);
  return last && last > first ? last : first;
}
