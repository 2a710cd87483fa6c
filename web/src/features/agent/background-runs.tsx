import type { Agent } from "@stoa/contract/catalog";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect } from "react";
import { ActiveRunRow } from "../../components/active-run-row.tsx";
import { Badge } from "../../components/badge.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { RunStatusBadge } from "../../components/run-status-badge.tsx";
import { type BackgroundRun, dismissFromBackground, useBackgroundRuns } from "../../lib/background-runs.ts";
import { formatUsdFull } from "../../lib/format.ts";
import { hasStatus } from "../../lib/http-error.ts";
import { isRunActive } from "../../lib/run-state.ts";
import { useActiveRuns, useRunResult } from "../../queries/runs.ts";

interface BackgroundRunsProps {
  readonly agent: Pick<Agent, "id">;
  /** The run that is open next to the list. */
  readonly followed: string | null;
}

/**
 * Lists the user's runs of this agent that the screen does not follow: background runs, and runs that were started
 * elsewhere.
 */
export function BackgroundRuns({ agent, followed }: BackgroundRunsProps) {
  const runs = useBackgroundRuns(agent.id);
  const activeRuns = useActiveRuns(agent.id);
  const shown = new Set([followed, ...runs.map(({ runId }) => runId)]);
  const elsewhere = (activeRuns.data?.runs ?? []).filter(({ run_id }) => !shown.has(run_id));
  if (runs.length === 0 && elsewhere.length === 0) return null;
  return (
    <section>
      <h3 className="label mb-2">Running in the background</h3>
      <ul className="divide-y divide-line border border-line bg-surface">
        {runs.map((run) => (
          <BackgroundRow key={run.runId} run={run} />
        ))}
        {elsewhere.map((run) => (
          <ActiveRunRow key={run.run_id} run={run} />
        ))}
      </ul>
    </section>
  );
}

function BackgroundRow({ run }: { readonly run: BackgroundRun }) {
  const { runId, agentId, task } = run;
  const { data, error } = useRunResult(runId);
  const isGone = hasStatus(error, 404);
  useEffect(() => {
    // The run belongs to another user, or has been deleted since.
    if (isGone) dismissFromBackground(runId);
  }, [isGone, runId]);
  const isActive = data === undefined || isRunActive(data.status);
  return (
    <li className="flex min-h-13 items-center gap-3 py-2 pr-2 pl-4 text-14">
      <span className="min-w-0 flex-1">
        <Link
          to="/agent/$id"
          params={{ id: String(agentId) }}
          search={{ tab: "tryit", run: runId }}
          resetScroll={false}
          className="link block truncate max-md:py-3"
        >
          {task || "Run without a message"}
        </Link>
      </span>
      {!isActive && <span className="mono text-12 text-ink-2">{formatUsdFull(data.total_cost)}</span>}
      <span role="status">
        {isActive ? (
          <Badge tone="running">Running</Badge>
        ) : (
          <RunStatusBadge status={data.status} error={data.error} />
        )}
      </span>
      <IconButton
        label={`Remove "${task.slice(0, 40)}" from this list`}
        framed={false}
        onClick={() => dismissFromBackground(runId)}
      >
        <X aria-hidden="true" size={16} />
      </IconButton>
    </li>
  );
}
