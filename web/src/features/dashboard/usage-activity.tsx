import { SCREEN } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SectionHeading } from "../../components/page-heading.tsx";
import { formatCount, formatUsdFull, NOT_MEASURED } from "../../lib/format.ts";
import { hasStatus } from "../../lib/http-error.ts";
import { useUsageStats } from "../../lib/queries/use-usage-stats.ts";
import { RecentUsage } from "./recent-usage.tsx";

function successTone(rate: number | null): string {
  if (rate === null) return "text-ink";
  if (rate >= SCREEN.successRateGood) return "text-ok";
  return rate >= SCREEN.successRateFair ? "text-warn" : "text-danger";
}

/** Usage: four figures over all time, and the last runs. A failure shows zeroes and says so (section 8). */
export function UsageActivity() {
  const stats = useUsageStats();
  const { data } = stats;
  const rate = data?.success_rate ?? null;
  return (
    <section className="min-w-0">
      <SectionHeading
        title="Usage Activity"
        aside={
          <Link to="/settings/$tab" params={{ tab: "logs" }} className="link-alone text-14">
            View All Activity
          </Link>
        }
      />
      {stats.isError && (
        <p role="alert" className="mb-3 text-14 text-danger">
          {hasStatus(stats.error, 401) ? TEXTS.account.unauthorized : TEXTS.usage.failed}
        </p>
      )}
      <dl className="hairgrid grid-cols-2">
        <Summary label="API calls">{formatCount(data?.total_executions ?? 0)}</Summary>
        <Summary label="Total spent">{formatUsdFull(data?.total_cost ?? 0)}</Summary>
        <Summary label="Success rate">
          <span className={successTone(rate)}>{rate === null ? NOT_MEASURED : `${Math.round(rate)}%`}</span>
        </Summary>
        <Summary label="Most used agent">
          <span className="text-16">{data?.most_used_agent?.name ?? NOT_MEASURED}</span>
        </Summary>
      </dl>
      <RecentUsage />
    </section>
  );
}

function Summary({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 p-4">
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className="flex min-h-8 items-center truncate font-semibold text-22 tabular-nums">{children}</dd>
    </div>
  );
}
