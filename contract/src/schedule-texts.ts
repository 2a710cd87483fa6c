import { nanoToDecimal } from "./money.ts";

/** Limits of schedules. */
export const SCHEDULE_LIMITS = {
  /**
   * The maximum number of schedules per account, which is what one person can oversee. Twenty schedules that run every
   * five minutes start a run every 15 seconds.
   */
  perAccount: 20,
  /**
   * Keeps most runs from overlapping, because a run can take ten minutes. Programs that need a shorter interval can
   * call the API.
   */
  shortestMinutes: 5,
  /** Enough for five fields, one of them with a long list. */
  cronMaxLength: 100,
  /** The longest time zone name has 32 characters. */
  timeZoneMaxLength: 64,
  /** A name of this length fits on one line of the list. */
  nameMaxLength: 60,
  /** The number of next times that are shown: enough to check what the cron expression means. */
  nextTimes: 5,
  /**
   * After an outage of less than an hour, the last missed run still starts. A later start would often be useless, as
   * for a morning report at noon.
   */
  lateMinutes: 60,
  /** The number of consecutive failures after which a schedule is paused: about one night of hourly runs. */
  failuresInARow: 10,
  /** The history is kept as long as the contents of runs are kept by default. */
  historyDays: 90,
} as const;

/** The reasons why a schedule is paused. */
export const SCHEDULE_PAUSES = ["owner", "price_rise", "failures", "key_gone", "cap_reached"] as const;
export type SchedulePause = (typeof SCHEDULE_PAUSES)[number];

/** The reasons as sentences. */
export const PAUSE_TEXTS: Readonly<Record<SchedulePause, string>> = {
  owner: "You paused it.",
  price_rise:
    "The agent's price is higher than the price that you agreed to. Resume the schedule to accept the new price.",
  failures: `It failed ${SCHEDULE_LIMITS.failuresInARow} times in a row.`,
  key_gone:
    "The API key that created it is no longer valid. Resume the schedule while signed in; its runs then only count toward the limits of your account.",
  cap_reached: "This month's cap is used up. It continues next month, or when you raise the cap.",
};

/** Messages about schedules and their runs. */
export const SCHEDULE_TEXTS = {
  overlap: "Skipped: the previous run was still active.",
  missed: `Skipped: no server was free to run it within ${SCHEDULE_LIMITS.lateMinutes} minutes.`,
  capReached: (cap: bigint, spent: bigint) =>
    `Skipped: of this month's cap of ${nanoToDecimal(cap)} USD, ${nanoToDecimal(spent)} USD is spent, and the rest is not enough for a run.`,
  active: "A run of this schedule is active. Wait until it ends, or cancel it.",
  capUsedUp: (cap: bigint, spent: bigint) =>
    `Of this month's cap of ${nanoToDecimal(cap)} USD, ${nanoToDecimal(spent)} USD is spent, and the rest is not enough for a run. Raise the cap, or wait for the next month (UTC).`,
  tooMany: `An account can have at most ${SCHEDULE_LIMITS.perAccount} schedules. Delete one first`,
  nothingToResume: "This schedule has ended. Change ends_at first.",
  failedToStart:
    "The run could not be started because of a server error. Run the schedule now, or wait for its next time.",
  tooOften: `cron: runs must be at least ${SCHEDULE_LIMITS.shortestMinutes} minutes apart. Choose a longer interval`,
  neverDue: "cron never matches a time",
  fiveFields: "cron must have five fields: minute, hour, day of the month, month, day of the week",
  badCron: (why: string) => `cron: ${why}`,
  badTimeZone: (zone: string) =>
    `time_zone: "${zone}" is not a time zone. Use a name such as Europe/Berlin or UTC`,
  endPassed: "ends_at must be in the future",
  endsBeforeFirst: "ends_at must be after the first scheduled time",
  capBelowRun: "monthly_cap must be at least max_cost",
} as const;
