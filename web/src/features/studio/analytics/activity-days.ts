import type { AnalyticsDay } from "@stoa/contract/analytics";
import { type DayPoint, listDatesUpTo } from "../../../components/charts/day-points.ts";
import { formatCount, formatSeconds, NOT_MEASURED } from "../../../lib/format.ts";

export const RUN_COLUMNS = ["Succeeded", "Failed", "Users", "Tokens"] as const;
export const TIME_COLUMNS = ["Median", "95th percentile"] as const;

function fillDays(
  known: readonly AnalyticsDay[],
  days: number,
  to: string,
  createPoint: (day: AnalyticsDay | undefined) => Omit<DayPoint, "date">,
): DayPoint[] {
  const byDate = new Map(known.map((day) => [day.date, day]));
  return listDatesUpTo(to, days).map((date) => ({ date, ...createPoint(byDate.get(date)) }));
}

/** Returns runs by day: the successful ones below the failed ones. */
export function createRunPoints(known: readonly AnalyticsDay[], days: number, to: string): DayPoint[] {
  return fillDays(known, days, to, (day) => {
    const values = [day?.succeeded ?? 0, day?.failed ?? 0];
    const counts = [...values, day?.unique_users ?? 0, day?.tokens ?? 0];
    return { values, cells: counts.map(formatCount) };
  });
}

const formatTime = (time: number | null) => (time === null ? NOT_MEASURED : formatSeconds(time));

/** Returns execution times by day; a day without a successful run has none. */
export function createTimePoints(known: readonly AnalyticsDay[], days: number, to: string): DayPoint[] {
  return fillDays(known, days, to, (day) => {
    const values = [day?.p50_time ?? null, day?.p95_time ?? null];
    return { values, cells: values.map(formatTime) };
  });
}
