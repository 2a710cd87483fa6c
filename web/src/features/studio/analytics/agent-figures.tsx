import type { AnalyticsTotal } from "@stoa/contract/analytics";
import type { ReactNode } from "react";
import {
  formatCount,
  formatPercent,
  formatSeconds,
  formatUsdFull,
  NOT_MEASURED,
} from "../../../lib/format.ts";
import { getSuccessTone } from "../success-tone.ts";

const formatTime = (time: number | null) => (time === null ? NOT_MEASURED : formatSeconds(time));

/** Shows the totals of a period. A total is a dash if it was not measured or the plan does not include it. */
export function AgentFigures({ total }: { readonly total: AnalyticsTotal }) {
  const { success_rate: rate } = total;
  return (
    <dl className="hairgrid grid-cols-2 sm:grid-cols-4">
      <Measure label="Runs">{formatCount(total.runs)}</Measure>
      <Measure label="Success rate">
        <span className={getSuccessTone(rate)}>
          {rate === null ? NOT_MEASURED : formatPercent(rate / 100)}
        </span>
      </Measure>
      <Measure label="Users">
        {total.unique_users === null ? NOT_MEASURED : formatCount(total.unique_users)}
      </Measure>
      <Measure label="Median, 95th percentile">
        {formatTime(total.p50_time)}, {formatTime(total.p95_time)}
      </Measure>
      <Measure label="Charged">{formatUsdFull(total.gross)}</Measure>
      <Measure label="Model cost">{formatUsdFull(total.model_cost)}</Measure>
      <Measure label="Platform fee">{formatUsdFull(total.platform_fee)}</Measure>
      <Measure label="You earned">{formatUsdFull(total.revenue)}</Measure>
    </dl>
  );
}

function Measure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 px-3 py-2.5">
      <dt className="truncate text-12 text-ink-2">{label}</dt>
      <dd className="mono truncate text-14">{children}</dd>
    </div>
  );
}
