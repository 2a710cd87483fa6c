import { TEXTS } from "@stoa/contract/texts";
import type { UsageHistogramQuery } from "@stoa/contract/usage";
import { ChartSkeleton, LazyDayChart } from "../../../components/charts/lazy-day-chart.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { formatCount } from "../../../lib/format.ts";
import { useUsageHistogram } from "../../../queries/usage.ts";
import { HISTOGRAM_COLUMNS, histogramPoints } from "./histogram-points.ts";

const SERIES = [
  { label: "Success", tone: "text-ok" },
  { label: "Error", tone: "text-danger" },
] as const;

/** The runs of the period above their table: when they were, and how they ended. */
export function LogsHistogram({ filter }: { readonly filter: Partial<UsageHistogramQuery> }) {
  const histogram = useUsageHistogram(filter);
  return (
    <Panel className="min-w-0 p-4">
      {histogram.data ? (
        <LazyDayChart
          title={histogram.data.bucket === "hour" ? "Calls by hour (UTC)" : "Calls by day (UTC)"}
          kind="bars"
          series={SERIES}
          points={histogramPoints(histogram.data)}
          columns={HISTOGRAM_COLUMNS}
          formatTick={formatCount}
          wholeNumbers
        />
      ) : histogram.isError ? (
        <ErrorState title={TEXTS.usage.failed} onRetry={() => histogram.refetch()} />
      ) : (
        <ChartSkeleton />
      )}
    </Panel>
  );
}
