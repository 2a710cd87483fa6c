import type { UsageHistogram } from "@stoa/contract/usage";
import type { DayPoint } from "../../../components/charts/day-points.ts";
import { formatCount, formatUsdRow } from "../../../lib/format.ts";

export const HISTOGRAM_COLUMNS = ["succeeded", "failed", "cost"] as const;

/** Returns hours or days as points of the chart. */
export function toHistogramPoints({ bucket, buckets }: UsageHistogram): DayPoint[] {
  return buckets.map(({ start, success, error, cost }) => ({
    date: start.slice(0, bucket === "hour" ? "2026-11-21T14".length : "2026-11-21".length),
    values: [success, error],
    cells: [formatCount(success), formatCount(error), formatUsdRow(cost)],
  }));
}
