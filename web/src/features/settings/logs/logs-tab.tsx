import { SCREEN } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import type { UsageHistogramQuery } from "@stoa/contract/usage";
import { Button } from "../../../components/button.tsx";
import { ChartSkeleton, LazyDayChart } from "../../../components/charts/lazy-day-chart.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Pagination } from "../../../components/pagination.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Select } from "../../../components/select.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatCount } from "../../../lib/format.ts";
import { useMyUsage, useUsageHistogram } from "../../../queries/usage.ts";
import { ActiveRuns } from "./active-runs.tsx";
import { HISTOGRAM_COLUMNS, toHistogramPoints } from "./histogram-points.ts";
import { LogsFigures } from "./logs-figures.tsx";
import { LogsFilters } from "./logs-filters.tsx";
import {
  createLogsFilter,
  describePage,
  isNarrowed,
  type LogsSearch,
  PERIODS,
  readPeriod,
  removeFilters,
} from "./logs-search.ts";
import { LogsTable } from "./logs-table.tsx";
import { RunDetails } from "./run-details.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** Shows a placeholder while a page of runs loads. */
export function LogsSkeleton() {
  return (
    <div role="status" className="grid divide-y divide-line">
      <span className="sr-only">Loading</span>
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-6 px-4 py-3.5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-24 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}

const SERIES = [
  { label: "Success", tone: "text-ok" },
  { label: "Error", tone: "text-danger" },
] as const;

/** Charts the runs of the period above their table: when they ran, and how they ended. */
export function LogsHistogram({ filter }: { readonly filter: Partial<UsageHistogramQuery> }) {
  const histogram = useUsageHistogram(filter);
  return (
    <Panel className="min-w-0 p-4">
      {histogram.data ? (
        <LazyDayChart
          title={histogram.data.bucket === "hour" ? "Calls by hour (UTC)" : "Calls by day (UTC)"}
          kind="bars"
          series={SERIES}
          points={toHistogramPoints(histogram.data)}
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

export interface LogsTabProps {
  readonly search: LogsSearch;
  readonly onSearch: (next: LogsSearch) => void;
}

/** Shows Usage Logs & Analytics: all-time figures, and the chart and table of the chosen period. */
export function LogsTab({ search, onSearch }: LogsTabProps) {
  const page = search.page ?? 1;
  const filter = createLogsFilter(search);
  const usage = useMyUsage({
    ...filter,
    limit: SCREEN.logsUsageLimit,
    offset: (page - 1) * SCREEN.logsUsageLimit,
  });
  const narrow = (part: LogsSearch) => onSearch({ ...search, page: undefined, ...part });
  const records = usage.data?.usage_history;
  const total = usage.data?.total ?? 0;

  return (
    <div className="grid min-w-0 gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-22">Usage Logs & Analytics</h2>
          <p className="mt-1 text-14 text-ink-2">Monitor your agent usage and performance</p>
        </div>
        <Select
          aria-label="Period"
          className="w-44 max-md:w-full"
          value={search.period ?? "7d"}
          options={PERIODS}
          onChange={(event) => narrow({ period: readPeriod(event.target.value) })}
        />
      </div>
      <LogsFigures summary={usage.data?.summary} />
      {search.agent_name && (
        <div className="flex flex-wrap items-center justify-between gap-3 border border-line bg-surface px-4 py-3">
          <p className="text-14">
            <span className="label mr-3">Filtered by Agent</span>
            Showing logs for <strong className="font-semibold">{search.agent_name}</strong>
          </p>
          <Button
            size="sm"
            variant="outline"
            onClick={() => narrow({ agent_id: undefined, agent_name: undefined })}
          >
            Clear Filter
          </Button>
        </div>
      )}
      <ActiveRuns />
      <LogsHistogram filter={filter} />
      <section className="min-w-0">
        <LogsFilters search={search} onNarrow={narrow} />
        <div className="border border-line bg-surface">
          {records === undefined ? (
            usage.isError ? (
              <ErrorState
                title={TEXTS.usage.logsFailedTitle}
                detail={TEXTS.usage.logsFailed}
                onRetry={() => usage.refetch()}
              />
            ) : (
              <LogsSkeleton />
            )
          ) : records.length === 0 ? (
            <NoLogs search={search} onSearch={onSearch} />
          ) : (
            <LogsTable records={records} onOpen={(run) => onSearch({ ...search, run })} />
          )}
        </div>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-14 text-ink-2">{describePage(page, records?.length ?? 0, total)}</p>
          <Pagination
            hasPrevious={page > 1}
            hasNext={page * SCREEN.logsUsageLimit < total}
            onPrevious={() => onSearch({ ...search, page: page > 2 ? page - 1 : undefined })}
            onNext={() => onSearch({ ...search, page: page + 1 })}
          />
        </div>
      </section>
      {search.run && (
        <RunDetails runId={search.run} onClose={() => onSearch({ ...search, run: undefined })} />
      )}
    </div>
  );
}

/** Says that nothing ran yet, or that nothing matches. */
function NoLogs({ search, onSearch }: LogsTabProps) {
  if (!isNarrowed(search)) return <EmptyState title={TEXTS.usage.noLogs} hint={TEXTS.usage.noLogsHint} />;
  return (
    <EmptyState
      title="No calls match these filters"
      hint="Try another period, status, agent or search term."
      action={
        <Button variant="outline" onClick={() => onSearch(removeFilters(search))}>
          Clear filters
        </Button>
      }
    />
  );
}
