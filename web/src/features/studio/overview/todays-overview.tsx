import type { Agent } from "@stoa/contract/catalog";
import type { ReactNode } from "react";
import { formatCount, formatPercent, formatUsdFull, NOT_MEASURED } from "../../../lib/format.ts";
import { useDeveloperAnalytics } from "../../../queries/analytics.ts";
import { useBalance } from "../../../queries/balance.ts";
import { getSuccessTone } from "../success-tone.ts";

/** Shows the combined figures of all the developer's agents for the current UTC day. */
export function TodaysOverview({ agents }: { readonly agents: readonly Agent[] | undefined }) {
  const today = useDeveloperAnalytics(1).data?.total;
  const earned = useBalance().data?.total_earned;
  const rate = today?.success_rate ?? null;
  return (
    <dl className="divide-y divide-line text-14">
      <Line name="Runs today">{today ? formatCount(today.runs) : NOT_MEASURED}</Line>
      <Line name="Success rate today">
        <span className={getSuccessTone(rate)}>
          {rate === null ? NOT_MEASURED : formatPercent(rate / 100)}
        </span>
      </Line>
      <Line name="Earned today">{today ? formatUsdFull(today.revenue) : NOT_MEASURED}</Line>
      <Line name="Active agents">
        {agents
          ? formatCount(
              agents.filter(
                (agent) =>
                  agent.is_active &&
                  !agent.is_archived &&
                  !agent.suspension &&
                  agent.missing_models.length === 0,
              ).length,
            )
          : NOT_MEASURED}
      </Line>
      <Line name="Earned, all time">{earned === undefined ? NOT_MEASURED : formatUsdFull(earned)}</Line>
    </dl>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-4 py-2.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="mono text-12">{children}</dd>
    </div>
  );
}
