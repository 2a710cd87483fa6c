import { ChartSkeleton } from "../../../components/charts/lazy-day-chart.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { SectionHeading } from "../../../components/page-heading.tsx";
import { formatUsdFull } from "../../../lib/format.ts";
import { useDeveloperAnalytics } from "../../../queries/analytics.ts";
import { REVENUES_MAX, useRevenues } from "../../../queries/billing.ts";
import { CsvButton } from "./csv-button.tsx";
import { EarningsChart } from "./earnings-chart.tsx";
import { addUpDays } from "./money-days.ts";
import { SpanChoice } from "./span-choice.tsx";
import { useSpan } from "./use-span.ts";

/** Shows the earnings by day of all the developer's agents. */
export function Earnings({ agentIds }: { readonly agentIds: readonly number[] }) {
  const days = useSpan();
  const analytics = useDeveloperAnalytics(days);
  const { data } = analytics;
  return (
    <section className="min-w-0">
      <SectionHeading
        title="Earnings"
        note={data && `${formatUsdFull(data.total.revenue)} in ${data.days} days`}
        aside={
          <div className="flex flex-wrap items-center gap-2">
            {data?.left_out === null && <CsvButton days={days} />}
            <SpanChoice label="Period" />
          </div>
        }
      />
      <div className="border border-line bg-surface p-4">
        {data ? (
          <Chart agentIds={agentIds} analytics={data} />
        ) : analytics.isError ? (
          <ErrorState title="Failed to load your earnings" onRetry={() => analytics.refetch()} />
        ) : (
          <ChartSkeleton />
        )}
      </div>
    </section>
  );
}

interface ChartProps {
  readonly agentIds: readonly number[];
  readonly analytics: NonNullable<ReturnType<typeof useDeveloperAnalytics>["data"]>;
}

/**
 * Charts the earnings. If the plan has no daily figures, adds up the ledger's days of each agent, which is cheap
 * because a Free account has at most five agents. Only an account that had a larger plan can have more.
 */
function Chart({ agentIds, analytics }: ChartProps) {
  const { daily, days, to } = analytics;
  const requestedIds = daily === null ? agentIds : [];
  const revenues = useRevenues(requestedIds, days);
  if (revenues.isError) return <ErrorState title="Failed to load your earnings" onRetry={revenues.retry} />;
  if (revenues.isPending) return <ChartSkeleton />;
  const known =
    daily?.map((day) => ({ ...day, executions: day.runs })) ??
    addUpDays([...revenues.byAgent.values()].map((revenue) => revenue.daily));
  return (
    <>
      <EarningsChart known={known} days={days} to={to} />
      {requestedIds.length > REVENUES_MAX && (
        <p className="mt-3 text-14 text-ink-2">
          Your plan shows the daily earnings of {REVENUES_MAX} agents. The total above includes all agents.
        </p>
      )}
    </>
  );
}
