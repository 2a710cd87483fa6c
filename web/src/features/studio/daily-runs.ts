import type { Revenue } from "@stoa/contract/ledger";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Runs a day (UTC) for so many days up to `now`, oldest first; the ledger leaves out days without runs. */
export function dailyRuns(daily: Revenue["daily"], days: number, now: number): number[] {
  const byDate = new Map(daily.map((day) => [day.date, day.executions]));
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return byDate.get(date) ?? 0;
  });
}
