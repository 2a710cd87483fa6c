import { SCREEN } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import type { UsageRecord } from "@stoa/contract/usage";
import { Link } from "@tanstack/react-router";
import { CalledByAnotherRun } from "../../components/called-by-another-run.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { RunStatusBadge } from "../../components/run-status-badge.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatPlural, formatUsdRow } from "../../lib/format.ts";
import { formatRelativeTime } from "../../lib/format-time.ts";
import { useMyUsage } from "../../lib/queries/use-my-usage.ts";

/** The caller's last runs; each leads to the logs of its agent. */
export function RecentUsage() {
  const usage = useMyUsage({ limit: SCREEN.dashboardUsageLimit, offset: 0 });
  const records = usage.data?.usage_history;
  return (
    <div className="-mt-px border border-line bg-surface">
      <h3 className="label border-line border-b px-4 py-2.5">Recent Usage</h3>
      {records === undefined ? (
        usage.isError ? (
          <p className="px-4 py-8 text-center text-14 text-ink-2">{TEXTS.usage.failed}</p>
        ) : (
          <div className="grid gap-3 p-4">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        )
      ) : records.length === 0 ? (
        <EmptyState title={TEXTS.usage.noData} hint={TEXTS.usage.noDataHint} />
      ) : (
        <ul className="divide-y divide-line">
          {records.map((record) => (
            <UsageRow key={record.id} record={record} />
          ))}
        </ul>
      )}
    </div>
  );
}

function UsageRow({ record }: { readonly record: UsageRecord }) {
  return (
    <li>
      <Link
        to="/settings/$tab"
        params={{ tab: "logs" }}
        search={{ agent_id: record.agent_id, agent_name: record.agent_name }}
        className="grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-2 -outline-offset-2 hover:bg-raised"
      >
        <span className="truncate font-medium text-14">{record.agent_name}</span>
        <span className="mono text-right text-12">{formatUsdRow(record.cost)}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
          <RunStatusBadge status={record.status} />
          {formatRelativeTime(record.created_at)}
          {record.parent_run_id !== null && <CalledByAnotherRun />}
        </span>
        <span className="mono text-right text-12 text-ink-2">
          {formatPlural(record.tokens_used, "token")}
        </span>
      </Link>
    </li>
  );
}
