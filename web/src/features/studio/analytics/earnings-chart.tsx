import { LazyDayChart } from "../../../components/charts/lazy-day-chart.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { formatUsdTick } from "../../../lib/format.ts";
import { EARNINGS_COLUMNS, earningsPoints, type MoneyDay } from "./money-days.ts";

interface EarningsChartProps {
  readonly known: readonly MoneyDay[];
  readonly days: number;
  /** The last UTC day. */
  readonly to: string;
}

const SERIES = [{ label: "Earned", tone: "text-signal-text" }];

/** What was earned by day; a day's line says how it came about. */
export function EarningsChart({ known, days, to }: EarningsChartProps) {
  if (known.length === 0) {
    return (
      <EmptyState
        title="Nothing earned in this span"
        hint="A run of somebody else shows here as soon as it has ended."
      />
    );
  }
  return (
    <LazyDayChart
      title="Earned a day"
      kind="line"
      series={SERIES}
      points={earningsPoints(known, days, to)}
      columns={EARNINGS_COLUMNS}
      formatTick={formatUsdTick}
    />
  );
}
