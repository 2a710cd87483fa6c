import { LazyDayChart } from "../../../components/charts/lazy-day-chart.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { formatUsdTick } from "../../../lib/format.ts";
import { createEarningsPoints, EARNINGS_COLUMNS, type MoneyDay } from "./money-days.ts";

interface EarningsChartProps {
  readonly known: readonly MoneyDay[];
  readonly days: number;
  /** The last UTC day. */
  readonly to: string;
}

const SERIES = [{ label: "Earned", tone: "text-signal-text" }];

/** Shows earnings by day. The table shows how the amount of each day adds up. */
export function EarningsChart({ known, days, to }: EarningsChartProps) {
  if (known.length === 0) {
    return (
      <EmptyState
        title="No earnings in this period"
        hint="Paid runs by other people appear here as soon as they end."
      />
    );
  }
  return (
    <LazyDayChart
      title="Earnings per day"
      kind="line"
      series={SERIES}
      points={createEarningsPoints(known, days, to)}
      columns={EARNINGS_COLUMNS}
      formatTick={formatUsdTick}
    />
  );
}
