import type { AgentAnalytics as Analytics, AnalyticsLeftOut } from "@stoa/contract/analytics";
import type { Agent } from "@stoa/contract/catalog";
import { Link } from "@tanstack/react-router";
import { ChartSkeleton } from "../../../components/charts/lazy-day-chart.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useAgentAnalytics } from "../../../queries/analytics.ts";
import { useRevenues } from "../../../queries/billing.ts";
import { AgentRuns } from "../agent-runs.tsx";
import { ActivityCharts } from "./activity-charts.tsx";
import { AgentFigures } from "./agent-figures.tsx";
import { CsvButton } from "./csv-button.tsx";
import { EarningsChart } from "./earnings-chart.tsx";
import { SpanChoice } from "./span-choice.tsx";
import { useSpan } from "./use-span.ts";

/** Shows the server's text about figures that the plan does not include, with a link to the plans. */
function LeftOutNote({ leftOut }: { readonly leftOut: AnalyticsLeftOut }) {
  return (
    <p className="border-control border-l-2 pl-3 text-14 text-ink-2">
      {leftOut.reason}{" "}
      <Link to="/settings/$tab" params={{ tab: "plans" }} className="link">
        Compare plans
      </Link>
    </p>
  );
}

/** Shows one agent's runs and earnings in the chosen period, and its last runs. */
export function AgentAnalytics({ agent }: { readonly agent: Agent }) {
  const days = useSpan();
  const analytics = useAgentAnalytics(agent.id, days);
  const { data } = analytics;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SpanChoice label={`Period for ${agent.name}`} />
        {data?.left_out === null && <CsvButton agentId={agent.id} days={days} />}
      </div>
      {data ? (
        <>
          <AgentFigures total={data.total} />
          {data.left_out !== null && <LeftOutNote leftOut={data.left_out} />}
          <Charts analytics={data} />
        </>
      ) : analytics.isError ? (
        <ErrorState title="Failed to load analytics" onRetry={() => analytics.refetch()} />
      ) : (
        <>
          <Skeleton className="h-30 w-full" />
          <ChartSkeleton />
        </>
      )}
      <AgentRuns agentId={agent.id} />
    </div>
  );
}

/** Shows the earnings by day, which every plan includes, and the figures that larger plans add. */
function Charts({ analytics }: { readonly analytics: Analytics }) {
  const { daily, days, to, agent_id: id } = analytics;
  const revenues = useRevenues(daily === null ? [id] : [], days);
  const money = daily?.map((day) => ({ ...day, executions: day.runs })) ?? revenues.byAgent.get(id)?.daily;
  return (
    <>
      {money ? (
        <EarningsChart known={money} days={days} to={to} />
      ) : revenues.isError ? (
        <ErrorState title="Failed to load the earnings" onRetry={revenues.retry} />
      ) : (
        <ChartSkeleton />
      )}
      {daily !== null && <ActivityCharts daily={daily} days={days} to={to} />}
    </>
  );
}
