import { nanoToDecimal } from "./money.ts";

/** Bounds of schedules. */
export const SCHEDULE_LIMITS = {
  /** What a person keeps an eye on. Each may run every five minutes, so that twenty are a run every 15 seconds. */
  perAccount: 20,
  /** An agent may take ten minutes: what must happen more often than every five is no schedule but a program. */
  shortestMinutes: 5,
  /** Five fields with a long list in one of them. */
  cronMaxLength: 100,
  /** The longest name of a zone has 32 characters. */
  timeZoneMaxLength: 64,
  /** A name fits a line of the list. */
  nameMaxLength: 60,
  /** Enough to see whether the expression means what it should. */
  nextTimes: 5,
  /** Who was down for less than an hour makes up for the last time; a morning's report at noon is no report. */
  lateMinutes: 60,
  /** Half a night at every hour: what failed so often needs its owner. */
  failuresInARow: 10,
  /** As long as the contents of its runs are kept by default. */
  historyDays: 90,
} as const;

/** Why a schedule rests. */
export const SCHEDULE_PAUSES = ["owner", "price_rise", "failures", "key_gone", "cap_reached"] as const;
export type SchedulePause = (typeof SCHEDULE_PAUSES)[number];

/** Why a schedule rests, in a sentence. */
export const PAUSE_TEXTS: Readonly<Record<SchedulePause, string>> = {
  owner: "You paused it.",
  price_rise:
    "The agent's price is higher than the one that you agreed to. Resume the schedule to accept the new price.",
  failures: `It failed ${SCHEDULE_LIMITS.failuresInARow} times in a row.`,
  key_gone:
    "The API key that it was made with is no longer valid. Resume it while signed in, and it counts to your account alone.",
  cap_reached: "This month's cap is used up. It goes on next month, or when you raise the cap.",
};

/** What people are told of schedules and their times. */
export const SCHEDULE_TEXTS = {
  overlap: "Skipped: the previous run was still active.",
  missed: `Skipped: no server was free to run it within ${SCHEDULE_LIMITS.lateMinutes} minutes.`,
  capReached: (cap: bigint, spent: bigint) =>
    `Skipped: of this month's cap of ${nanoToDecimal(cap)} USD, ${nanoToDecimal(spent)} USD are spent, and the rest does not carry a run.`,
  underWay: "A run of this schedule is active. Wait for its end or cancel it.",
  capUsedUp: (cap: bigint, spent: bigint) =>
    `Of this month's cap of ${nanoToDecimal(cap)} USD, ${nanoToDecimal(spent)} USD are spent, and the rest does not carry a run. Raise the cap, or wait for the next month (UTC).`,
  tooMany: `An account has at most ${SCHEDULE_LIMITS.perAccount} schedules; delete one first`,
  nothingToResume: "This schedule has come to its end. Change ends_at first.",
  failedToStart: "The run could not be started because of a failure of this server.",
  tooOften: `cron: two times are less than ${SCHEDULE_LIMITS.shortestMinutes} minutes apart, which is the shortest interval`,
  neverDue: "cron: there is no such time",
  fiveFields: "cron has five fields: minute, hour, day of the month, month, day of the week",
  badCron: (why: string) => `cron: ${why}`,
  badTimeZone: (zone: string) =>
    `time_zone: "${zone}" is not the name of a time zone, such as Europe/Berlin or UTC`,
  endPassed: "ends_at has passed",
  endsBeforeFirst: "ends_at lies before the first time",
  capBelowRun: "monthly_cap must be at least max_cost",
} as const;
