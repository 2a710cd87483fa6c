import { SCREEN } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import type { UsageRecord } from "@stoa/contract/usage";
import { Link } from "@tanstack/react-router";
import { Minus, TrendingDown, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { getButtonClass } from "../../components/button.tsx";
import { CalledByAnotherRun } from "../../components/called-by-another-run.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { RunStatusBadge } from "../../components/run-status-badge.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatPlural, formatUsdRow } from "../../lib/format.ts";
import { formatRelativeTime } from "../../lib/format-time.ts";
import { getPaidAmount } from "../../lib/paid-amount.ts";
import { useMyUsage } from "../../queries/usage.ts";
import { LogsLink } from "./logs-link.tsx";
import { getUsageTrend, type UsageTrend } from "./usage-trend.ts";

const MARKS = {
  rising: { Icon: TrendingUp, tone: "text-signal-text", label: "Cost more than the previous run" },
  falling: { Icon: TrendingDown, tone: "text-ok", label: "Cost less than the previous run" },
  level: { Icon: Minus, tone: "text-ink-3", label: "Cost the same as the previous run" },
} as const;

/** Shows how a run's cost compares with that of the previous run. */
function TrendMark({ trend }: { readonly trend: UsageTrend }) {
  const { Icon, tone, label } = MARKS[trend];
  return (
    <span title={label} className={tone}>
      <Icon aria-hidden="true" size={14} />
      <span className="sr-only">{label}</span>
    </span>
  );
}

const PLACES = ["1", "2", "3", "4", "5"];

/** Lists the caller's last runs; each links to the logs of its agent. */
export function RecentUsage() {
  return (
    <div className="-mt-px border border-line bg-surface">
      <h3 className="label border-line border-b px-4 py-2.5">Recent Usage</h3>
      <RecentRuns />
    </div>
  );
}

function RecentRuns(): ReactNode {
  const usage = useMyUsage({ limit: SCREEN.dashboardUsageLimit, offset: 0 });
  const records = usage.data?.usage_history;
  if (records === undefined) {
    if (usage.isError) return <ErrorState title={TEXTS.usage.failed} onRetry={() => usage.refetch()} />;
    return (
      <div className="divide-y divide-line">
        {PLACES.map((place) => (
          <div key={place} className="grid h-14 content-center px-4">
            <Skeleton className="h-9 w-full" />
          </div>
        ))}
      </div>
    );
  }
  if (records.length === 0) {
    return (
      <EmptyState
        title={TEXTS.usage.noData}
        hint={TEXTS.usage.noDataHint}
        action={
          <Link to="/marketplace" className={getButtonClass("outline")}>
            Find an agent
          </Link>
        }
      />
    );
  }
  return (
    <ul className="divide-y divide-line">
      {records.map((record, index) => (
        <UsageRow
          key={record.id}
          record={record}
          trend={index < SCREEN.trendRows ? getUsageTrend(records, index) : null}
        />
      ))}
    </ul>
  );
}

interface UsageRowProps {
  readonly record: UsageRecord;
  readonly trend: ReturnType<typeof getUsageTrend>;
}

function UsageRow({ record, trend }: UsageRowProps) {
  return (
    <li>
      <LogsLink
        agent={{ id: record.agent_id, name: record.agent_name }}
        className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 -outline-offset-2 hover:bg-raised"
      >
        <span className="truncate font-medium text-14">{record.agent_name}</span>
        <span className="mono flex items-center justify-end gap-1.5 text-12">
          {trend !== null && <TrendMark trend={trend} />}
          {formatUsdRow(getPaidAmount(record))}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
          <RunStatusBadge status={record.status} error={record.error} />
          {formatRelativeTime(record.created_at)}
          {record.parent_run_id !== null && <CalledByAnotherRun />}
        </span>
        <span className="mono text-right text-12 text-ink-2">
          {formatPlural(record.tokens_used, "token")}
        </span>
      </LogsLink>
    </li>
  );
}
