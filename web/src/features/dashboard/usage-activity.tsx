import { SCREEN } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import type { ReactNode } from "react";
import { SectionHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatCount, formatUsdFull, NOT_MEASURED } from "../../lib/format.ts";
import { useUsageStats } from "../../queries/usage.ts";
import { LogsLink } from "./logs-link.tsx";
import { RecentUsage } from "./recent-usage.tsx";

/** The figures to show if the actual figures cannot be loaded. */
const ZEROED = { total_executions: 0, total_cost: 0, success_rate: null, most_used_agent: null } as const;

function getSuccessTone(rate: number | null): string {
  if (rate === null) return "text-ink";
  if (rate >= SCREEN.successRateGood) return "text-ok";
  return rate >= SCREEN.successRateFair ? "text-warn" : "text-danger";
}

/** Shows four all-time figures and the last runs. If loading fails, shows zeros and an error message. */
export function UsageActivity() {
  const stats = useUsageStats();
  const figures = stats.data ?? (stats.isError ? ZEROED : null);
  const rate = figures?.success_rate ?? null;
  const mostUsed = figures?.most_used_agent ?? null;
  return (
    <section className="min-w-0">
      <SectionHeading
        title="Usage Activity"
        aside={<LogsLink className="link-alone text-14">View All Activity</LogsLink>}
      />
      {stats.isError && (
        <p role="alert" className="mb-3 text-14 text-danger">
          {TEXTS.usage.failed}
        </p>
      )}
      <dl className="hairgrid grid-cols-2">
        <Summary label="API calls">{figures && formatCount(figures.total_executions)}</Summary>
        <Summary label="Total spent">{figures && formatUsdFull(figures.total_cost)}</Summary>
        <Summary label="Success rate">
          {figures && (
            <span className={getSuccessTone(rate)}>
              {rate === null ? NOT_MEASURED : `${Math.round(rate)}%`}
            </span>
          )}
        </Summary>
        <Summary label="Most used agent">
          {figures &&
            (mostUsed ? (
              <LogsLink
                agent={mostUsed}
                className="line-clamp-2 text-16 leading-5 underline decoration-1 underline-offset-4 hover:decoration-2 max-md:py-2"
              >
                {mostUsed.name}
              </LogsLink>
            ) : (
              NOT_MEASURED
            ))}
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
      <dd className="flex min-h-8 items-center font-semibold text-22 tabular-nums">
        {children ?? <Skeleton className="h-6 w-24" />}
      </dd>
    </div>
  );
}
