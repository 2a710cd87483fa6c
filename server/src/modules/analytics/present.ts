import {
  type AgentAnalytics,
  type AnalyticsDay,
  type AnalyticsLeftOut,
  type AnalyticsTotal,
  type DeveloperAnalytics,
  nanoToUsd,
  PLANS,
  type PlanType,
  TEXTS,
} from "@stoa/contract";
import type { CsvFile } from "../../platform/http/csv-reply.ts";
import { computePercent } from "../../platform/numbers/percent.ts";
import type { DayFigures, Figures, Percentiles, SpanFigures } from "./figures.ts";

const LEFT_OUT: AnalyticsLeftOut = {
  fields: ["daily", "p50_time", "p95_time", "unique_users", "csv"],
  reason: TEXTS.analytics.leftOut,
};

const CSV_COLUMNS = [
  "date",
  "runs",
  "succeeded",
  "failed",
  "success_rate_percent",
  "p50_seconds",
  "p95_seconds",
  "tokens",
  "gross_usd",
  "model_cost_usd",
  "platform_fee_usd",
  "revenue_usd",
  "unique_users",
];

/** Presents the figures that a developer's plan includes (docs/product-rules.md#analytics-by-plan). */
export function presentDeveloper(span: SpanFigures, days: number, plan: PlanType): DeveloperAnalytics {
  const shown = { days, from: span.from, to: span.to, plan };
  const total = sumFigures(span.days);
  if (PLANS[plan].advancedAnalytics)
    return {
      ...shown,
      total: { ...presentFigures(total), ...presentAdvanced(span) },
      daily: span.days.map(presentDay),
      left_out: null,
    };
  return {
    ...shown,
    total: { ...presentFigures(total), p50_time: null, p95_time: null, unique_users: null },
    daily: null,
    left_out: LEFT_OUT,
  };
}

export function presentAgent(
  agentId: number,
  span: SpanFigures,
  days: number,
  plan: PlanType,
): AgentAnalytics {
  return { agent_id: agentId, ...presentDeveloper(span, days, plan) };
}

/** Returns a span as CSV with a row per day. A year is small enough for one reply. */
export function presentCsv(name: string, { days }: SpanFigures): CsvFile {
  const rows = days.map((day) => [
    day.date,
    Number(day.runs),
    Number(day.succeeded),
    Number(day.failed),
    computeSuccessRate(day),
    toSeconds(day.p50),
    toSeconds(day.p95),
    Number(day.tokens),
    day.gross,
    day.modelCost,
    day.platformFee,
    day.revenue,
    Number(day.users),
  ]);
  return { name, columns: CSV_COLUMNS, pages: [rows] };
}

function presentDay(day: DayFigures): AnalyticsDay {
  return { date: day.date, ...presentFigures(day), ...presentAdvanced(day) };
}

function presentAdvanced(figures: Percentiles & { users: bigint }) {
  return {
    p50_time: toSeconds(figures.p50),
    p95_time: toSeconds(figures.p95),
    unique_users: Number(figures.users),
  };
}

function presentFigures(figures: Figures): Omit<AnalyticsTotal, "p50_time" | "p95_time" | "unique_users"> {
  return {
    runs: Number(figures.runs),
    succeeded: Number(figures.succeeded),
    failed: Number(figures.failed),
    success_rate: computeSuccessRate(figures),
    tokens: Number(figures.tokens),
    gross: nanoToUsd(figures.gross),
    model_cost: nanoToUsd(figures.modelCost),
    platform_fee: nanoToUsd(figures.platformFee),
    revenue: nanoToUsd(figures.revenue),
  };
}

/**
 * Returns the success rate that the marketplace shows. Canceled runs are left out, because their callers ended them.
 */
function computeSuccessRate({ succeeded, failed }: Pick<Figures, "succeeded" | "failed">): number | null {
  return computePercent(succeeded, succeeded + failed);
}

function toSeconds(milliseconds: bigint | null): number | null {
  return milliseconds === null ? null : Number(milliseconds) / 1000;
}

/** Adds up days before anything is rounded, so that the total is exact. */
function sumFigures(days: readonly Figures[]): Figures {
  const total: Figures = {
    runs: 0n,
    succeeded: 0n,
    failed: 0n,
    tokens: 0n,
    gross: 0n,
    modelCost: 0n,
    platformFee: 0n,
    revenue: 0n,
  };
  for (const day of days) {
    total.runs += day.runs;
    total.succeeded += day.succeeded;
    total.failed += day.failed;
    total.tokens += day.tokens;
    total.gross += day.gross;
    total.modelCost += day.modelCost;
    total.platformFee += day.platformFee;
    total.revenue += day.revenue;
  }
  return total;
}
