import { TEXTS } from "@stoa/contract/texts";
import type { UsageHistory } from "@stoa/contract/usage";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Figure } from "../../../components/stat.tsx";
import {
  formatCount,
  formatMilliseconds,
  formatUsd,
  formatUsdRow,
  NOT_MEASURED,
} from "../../../lib/format.ts";
import { useUsageStats } from "../../../queries/usage.ts";

/** Shows four all-time figures, and the summary of the period. */
export function LogsFigures({ summary }: { readonly summary: UsageHistory["summary"] | undefined }) {
  const stats = useUsageStats();
  const average = stats.data?.average_time ?? null;
  return (
    <>
      <div className="hairgrid grid-cols-2 xl:grid-cols-4">
        <Figure
          label="Total Executions"
          value={formatCount(stats.data?.total_executions ?? 0)}
          note="All time"
        />
        <Figure label="Total Cost" value={formatUsd(stats.data?.total_cost ?? 0)} note="All time" />
        <Figure label="Tokens Used" value={formatCount(stats.data?.total_tokens ?? 0)} note="All time" />
        <Figure
          label="Avg Response Time"
          value={average === null ? NOT_MEASURED : formatMilliseconds(average)}
          note="All time"
        />
      </div>
      <section>
        <h3 className="mb-3 text-18">Your Usage Summary</h3>
        {summary?.executions === 0 ? (
          <div className="border border-line bg-surface">
            <EmptyState title={TEXTS.usage.noData} hint={TEXTS.usage.noDataHint} />
          </div>
        ) : (
          <div className="hairgrid sm:grid-cols-3">
            <Figure
              label="Recent Activity"
              value={formatCount(summary?.executions ?? 0)}
              note="API calls in selected period"
            />
            <Figure
              label="Success Rate"
              value={summary?.success_rate == null ? NOT_MEASURED : `${Math.round(summary.success_rate)}%`}
              note="completed runs"
            />
            <Figure
              label="Average Cost"
              value={summary?.average_cost == null ? NOT_MEASURED : formatUsdRow(summary.average_cost)}
              note="per call"
            />
          </div>
        )}
      </section>
    </>
  );
}
