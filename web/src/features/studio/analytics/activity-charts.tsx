import type { AnalyticsDay } from "@stoa/contract/analytics";
import { LazyDayChart } from "../../../components/charts/lazy-day-chart.tsx";
import { formatCount, formatSeconds } from "../../../lib/format.ts";
import { createRunPoints, createTimePoints, RUN_COLUMNS, TIME_COLUMNS } from "./activity-days.ts";

const RUNS = [
  { label: "Succeeded", tone: "text-ink-2" },
  { label: "Failed", tone: "text-danger" },
];
const TIMES = [
  { label: "Median", tone: "text-ink" },
  { label: "95th percentile", tone: "text-ink-3" },
];

interface ActivityChartsProps {
  readonly daily: readonly AnalyticsDay[];
  readonly days: number;
  readonly to: string;
}

/** Shows runs and execution times by day, for plans that include them. */
export function ActivityCharts({ daily, days, to }: ActivityChartsProps) {
  if (daily.length === 0) return null;
  return (
    <>
      <LazyDayChart
        title="Runs per day"
        kind="bars"
        series={RUNS}
        points={createRunPoints(daily, days, to)}
        columns={RUN_COLUMNS}
        formatTick={formatCount}
        wholeNumbers
      />
      <LazyDayChart
        title="Execution time"
        kind="line"
        series={TIMES}
        points={createTimePoints(daily, days, to)}
        columns={TIME_COLUMNS}
        formatTick={(value) => (value === 0 ? "0" : formatSeconds(value))}
      />
    </>
  );
}
