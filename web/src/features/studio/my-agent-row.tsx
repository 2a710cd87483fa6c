import type { Agent } from "@stoa/contract/catalog";
import { VISIBILITY_NAMES } from "@stoa/contract/catalog-labels";
import type { Revenue } from "@stoa/contract/ledger";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { Badge } from "../../components/badge.tsx";
import { getFrameworkColor } from "../../components/framework.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { cx } from "../../lib/class-names.ts";
import { formatPlural, formatUsdFull } from "../../lib/format.ts";
import { AgentPanel } from "./agent-panel.tsx";
import { countDailyRuns } from "./daily-runs.ts";
import { useStudioAddress } from "./studio-address.ts";

/** The number of days that the row's bars show: two weeks. */
const SPARK_DAYS = 14;

interface MyAgentRowProps {
  readonly agent: Agent;
  readonly revenue: Revenue | undefined;
}

/** Shows one of the developer's agents; it expands into its analytics and settings. */
export function MyAgentRow({ agent, revenue }: MyAgentRowProps) {
  const { search, change } = useStudioAddress();
  const [now] = useState(Date.now);
  const id = useId();
  const open = search.agent === agent.id;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => change({ ...search, agent: open ? undefined : agent.id, part: undefined })}
        className="flex w-full items-center gap-4 px-4 py-3.5 text-left -outline-offset-2 hover:bg-raised"
      >
        <AgentGlyph agentId={agent.id} framework={agent.framework} size={36} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="truncate font-semibold text-16">{agent.name}</span>
            <StateBadge agent={agent} />
          </span>
          <span className="mono block text-12 text-ink-2">
            {formatPlural(agent.total_executions, "run")} by other people
            {revenue && `, ${formatUsdFull(revenue.revenue)} earned in ${revenue.days} days`}
          </span>
        </span>
        {revenue && (
          <Sparkline
            className={cx("max-sm:hidden", getFrameworkColor(agent.framework))}
            label={`Runs per day, last ${SPARK_DAYS} days`}
            values={countDailyRuns(revenue.daily, SPARK_DAYS, now)}
          />
        )}
        <ChevronDown
          aria-hidden="true"
          size={16}
          className={cx("shrink-0 transition-transform duration-150", open && "rotate-180")}
        />
      </button>
      {open && (
        <div id={id} className="animate-appear border-line border-t bg-bg p-4">
          <AgentPanel agent={agent} />
        </div>
      )}
    </li>
  );
}

function StateBadge({ agent }: { readonly agent: Agent }) {
  if (agent.suspension) return <Badge tone="danger">Suspended</Badge>;
  if (agent.is_archived) return <Badge>Archived</Badge>;
  if (agent.pause) return <Badge tone="danger">Paused</Badge>;
  if (agent.is_active && agent.missing_models.length > 0)
    return <Badge tone="warn">Inactive: model not offered</Badge>;
  return (
    <>
      <Badge tone={agent.is_active ? "ok" : "neutral"}>{agent.is_active ? "Active" : "Inactive"}</Badge>
      {agent.visibility !== "public" && <Badge>{VISIBILITY_NAMES[agent.visibility]}</Badge>}
    </>
  );
}
