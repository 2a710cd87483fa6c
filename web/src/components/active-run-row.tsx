import type { ActiveRun } from "@stoa/contract/active-runs";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatRelativeTime } from "../lib/format-time.ts";
import { Badge } from "./badge.tsx";

interface ActiveRunRowProps {
  readonly run: ActiveRun;
  /** Whether to show the agent's name too, for lists of several agents. */
  readonly withAgent?: boolean;
  readonly action?: ReactNode;
}

/** Shows an active run with a link that opens its output. */
export function ActiveRunRow({ run, withAgent = false, action }: ActiveRunRowProps) {
  return (
    <li className="flex min-h-13 items-center gap-3 py-2 pr-2 pl-4 text-14">
      <span className="min-w-0 flex-1">
        <Link
          to="/agent/$id"
          params={{ id: String(run.agent_id) }}
          search={{ tab: "tryit", run: run.run_id }}
          resetScroll={false}
          className="link block truncate max-md:py-3"
        >
          {run.task ?? "Run without a message"}
        </Link>
        <span className="block truncate text-12 text-ink-2">
          {withAgent && `${run.agent_name}, `}
          {formatRelativeTime(run.created_at)}
        </span>
      </span>
      <Badge tone="running">Running</Badge>
      {action}
    </li>
  );
}
