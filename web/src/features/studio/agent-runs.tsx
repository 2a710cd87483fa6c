import type { UsageRecord } from "@stoa/contract/usage";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { CalledByAnotherRun } from "../../components/called-by-another-run.tsx";
import { RunStatusBadge } from "../../components/run-status-badge.tsx";
import { formatMilliseconds, formatPlural, formatUsdRow } from "../../lib/format.ts";
import { formatTimestamp } from "../../lib/format-time.ts";
import { useAgentRuns } from "../../queries/usage.ts";

const AgentRunDialog = lazyRouteComponent(() => import("./agent-run-dialog.tsx"));

const preloadDialog = () => void AgentRunDialog.preload?.();

/** Lists an agent's last runs; each opens its trace. */
export function AgentRuns({ agentId }: { readonly agentId: number }) {
  const runs = useAgentRuns(agentId);
  const [open, setOpen] = useState<UsageRecord | null>(null);
  const records = runs.data?.usage_history ?? [];
  if (records.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-14">Recent runs</h3>
      <ul className="divide-y divide-line border border-line bg-surface">
        {records.map((record) => (
          <li key={record.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
              onClick={() => setOpen(record)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-left -outline-offset-2 hover:bg-raised"
            >
              <span className="mono text-12">{formatTimestamp(record.created_at)}</span>
              <RunStatusBadge status={record.status} error={record.error} />
              {record.parent_run_id !== null && <CalledByAnotherRun />}
              <span className="mono ml-auto text-12 text-ink-2">
                {formatMilliseconds(record.execution_time)}, {formatPlural(record.tokens_used, "token")},{" "}
                {formatUsdRow(record.cost)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <AgentRunDialog run={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  );
}
