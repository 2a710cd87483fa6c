import type { Agent } from "@stoa/contract/catalog";
import type { Revenue } from "@stoa/contract/ledger";
import { SCREEN } from "@stoa/contract/limits";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, buttonClass } from "../../components/button.tsx";
import {
  formatCount,
  formatPercent,
  formatSeconds,
  formatUsdFull,
  formatUsdRow,
  NOT_MEASURED,
} from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { AgentRuns } from "./agent-runs.tsx";
import { useSetActive } from "./use-set-active.ts";

function successTone(percent: number | null): string {
  if (percent === null) return "";
  if (percent >= SCREEN.successRateGood) return "text-ok";
  return percent >= SCREEN.successRateFair ? "text-warn" : "text-danger";
}

export interface AgentAnalyticsProps {
  readonly agent: Agent;
  readonly revenue: Revenue | undefined;
}

/** What one agent did and earned, measured: runs from the catalogue, money from the ledger. */
export function AgentAnalytics({ agent, revenue }: AgentAnalyticsProps) {
  const setActive = useSetActive(agent.id);
  const toggle = () =>
    setActive.mutate(!agent.is_active, { onError: () => notify.error("Failed to change the agent") });
  return (
    <div className="grid gap-5 bg-bg p-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Measure label="Runs, all time">{formatCount(agent.total_executions)}</Measure>
        <Measure label="Users">{formatCount(agent.users)}</Measure>
        <Measure label="Success rate">
          <span className={successTone(agent.success_rate)}>
            {agent.success_rate === null ? NOT_MEASURED : formatPercent(agent.success_rate / 100)}
          </span>
        </Measure>
        <Measure label="Median time">
          {agent.median_time === null ? NOT_MEASURED : formatSeconds(agent.median_time)}
        </Measure>
        {revenue && (
          <>
            <Measure label={`Charged, ${revenue.days} days`}>{formatUsdFull(revenue.gross)}</Measure>
            <Measure label="Model cost">{formatUsdRow(revenue.model_cost)}</Measure>
            <Measure label="Platform fee">{formatUsdRow(revenue.platform_fee)}</Measure>
            <Measure label="You earned">{formatUsdFull(revenue.revenue)}</Measure>
          </>
        )}
      </dl>
      <AgentRuns agentId={agent.id} />
      <div className="flex flex-wrap gap-2">
        <Link to="/agent/$id" params={{ id: String(agent.id) }} className={buttonClass("outline", "sm")}>
          View agent
        </Link>
        <Link
          to="/agent/$id"
          params={{ id: String(agent.id) }}
          search={{ tab: "tryit" }}
          className={buttonClass("outline", "sm")}
        >
          Try it
        </Link>
        <Button variant="ghost" size="sm" busy={setActive.isPending} onClick={toggle}>
          {agent.is_active ? "Take off the marketplace" : "List on the marketplace"}
        </Button>
      </div>
    </div>
  );
}

function Measure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className="mono text-14">{children}</dd>
    </div>
  );
}
