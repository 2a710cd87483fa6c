import type { Revenue } from "@stoa/contract/ledger";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the runs of each UTC day up to `now`, oldest first. Days that the ledger leaves out have no runs. */
export function countDailyRuns(daily: Revenue["daily"], days: number, now: number): number[] {
  const byDate = new Map(daily.map((day) => [day.date, day.executions]));
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return byDate.get(date) ?? 0;
  });
}
