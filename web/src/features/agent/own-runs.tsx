import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import type { UsageRecord } from "@stoa/contract/usage";
import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { RunStatusBadge } from "../../components/run-status-badge.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatMilliseconds, formatPlural, formatUsdRow } from "../../lib/format.ts";
import { formatRelativeTime } from "../../lib/format-time.ts";
import { getPaidAmount } from "../../lib/paid-amount.ts";
import { useMyUsage } from "../../queries/usage.ts";

/** The number of runs that are listed. The usage logs have all of them. */
const SHOWN = 5;

/** Lists the user's runs of an agent, newest first; each opens with its output. */
export function OwnRuns({ agent }: { readonly agent: Pick<Agent, "id" | "name"> }) {
  const usage = useMyUsage({ agent_id: agent.id, limit: SHOWN });
  const records = usage.data?.usage_history;
  return (
    <section className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="text-18">Your runs</h3>
        {records !== undefined && records.length > 0 && (
          <Link
            to="/settings/$tab"
            params={{ tab: "logs" }}
            search={{ agent_id: agent.id, agent_name: agent.name }}
            className="link text-14"
          >
            View all in the usage logs
          </Link>
        )}
      </div>
      {records === undefined ? (
        usage.isError ? (
          <div className="flex flex-wrap items-center gap-3 text-14 text-ink-2">
            {TEXTS.usage.failed}
            <Button size="sm" variant="outline" onClick={() => usage.refetch()}>
              Retry
            </Button>
          </div>
        ) : (
          <Skeleton className="h-28 w-full" />
        )
      ) : records.length === 0 ? (
        <p className="text-14 text-ink-2">
          None yet.{" "}
          <Link to="/agent/$id" params={{ id: String(agent.id) }} search={{ tab: "tryit" }} className="link">
            Try it with the example
          </Link>
          .
        </p>
      ) : (
        <ul className="divide-y divide-line border border-line bg-surface">
          {records.map((record) => (
            <OwnRun key={record.id} record={record} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OwnRun({ record }: { readonly record: UsageRecord }) {
  return (
    <li>
      <Link
        to="/agent/$id"
        params={{ id: String(record.agent_id) }}
        search={{ tab: "tryit", run: record.id }}
        className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 -outline-offset-2 hover:bg-raised"
      >
        <span className="truncate text-14">{record.task ?? "Run without a message"}</span>
        <span className="mono text-right text-12">{formatUsdRow(getPaidAmount(record))}</span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
          <RunStatusBadge status={record.status} error={record.error} />
          {formatRelativeTime(record.created_at)}, version {record.version}
        </span>
        <span className="mono text-right text-12 text-ink-2">
          {formatPlural(record.tokens_used, "token")}, {formatMilliseconds(record.execution_time)}
        </span>
      </Link>
    </li>
  );
}
