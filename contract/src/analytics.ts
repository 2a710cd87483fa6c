import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { PlanType } from "./plan-type.ts";
import { defineRoute } from "./routes.ts";
import { AgentId, formatQuery, Usd } from "./values.ts";

/** The largest relative error of a reported execution time, caused by the buckets of `duration_bucket`. */
export const DURATION_ERROR = 1 / 128;

const Percent = z.number().nullable();
const Seconds = z.number().nullable();

const figures = {
  runs: z.int().meta({
    description:
      "Number of ended runs with any outcome, including your own runs and runs that other agents started",
  }),
  succeeded: z.int(),
  failed: z.int().meta({
    description: "Runs that failed or timed out. Canceled runs count as neither succeeded nor failed",
  }),
  success_rate: Percent.meta({
    description:
      "Percentage of succeeded runs among the runs that succeeded or failed; null if there are none",
  }),
  tokens: z.int().meta({ description: "Charged tokens" }),
  gross: Usd.meta({ description: "Amount that callers paid, minus refunds" }),
  model_cost: Usd,
  platform_fee: Usd,
  revenue: Usd.meta({
    description:
      "Earnings of the developer, minus the model cost that they sponsored: gross = model_cost + platform_fee + revenue",
  }),
};

const advanced = {
  p50_time: Seconds.meta({
    description: "Median execution time of succeeded runs in seconds, within 1/128 of the exact value",
  }),
  p95_time: Seconds.meta({
    description:
      "95th percentile of the execution time of succeeded runs in seconds, within 1/128 of the exact value",
  }),
  unique_users: z.int().nullable().meta({
    description:
      "Number of distinct accounts that ran the agent, except yours. The accounts are not disclosed",
  }),
};

export const AnalyticsTotal = z.object({ ...figures, ...advanced }).meta({ id: "AnalyticsTotal" });
export type AnalyticsTotal = z.infer<typeof AnalyticsTotal>;

export const AnalyticsDay = z
  .object({ date: z.iso.date(), ...figures, ...advanced })
  .meta({ id: "AnalyticsDay" });
export type AnalyticsDay = z.infer<typeof AnalyticsDay>;

/** The figures that the developer's plan does not include (docs/product-rules.md#analytics-by-plan). */
export const AnalyticsLeftOut = z
  .object({
    fields: z.array(z.enum(["daily", "p50_time", "p95_time", "unique_users", "csv"])),
    reason: z.string(),
  })
  .meta({ id: "AnalyticsLeftOut" });
export type AnalyticsLeftOut = z.infer<typeof AnalyticsLeftOut>;

const span = {
  days: z.int(),
  from: z.iso.date().meta({ description: "First UTC day" }),
  to: z.iso.date().meta({ description: "Last UTC day, which is today" }),
  plan: PlanType,
  total: AnalyticsTotal.meta({
    description: "Totals over all days. Figures that your plan does not include are null",
  }),
  daily: z.array(AnalyticsDay).nullable().meta({
    description:
      "Daily figures, oldest first. Days without runs and without payments are omitted. null if your plan does not include daily figures",
  }),
  left_out: AnalyticsLeftOut.nullable(),
};

/** The runs and earnings of an agent over the last days. */
export const AgentAnalytics = z.object({ agent_id: z.int(), ...span }).meta({ id: "AgentAnalytics" });
export type AgentAnalytics = z.infer<typeof AgentAnalytics>;

/** The runs and earnings of all of a developer's agents over the last days. */
export const DeveloperAnalytics = z.object(span).meta({ id: "DeveloperAnalytics" });
export type DeveloperAnalytics = z.infer<typeof DeveloperAnalytics>;

export const AnalyticsQuery = z.object({
  days: z.coerce.number().int().min(1).max(LIMITS.analyticsDaysMax).default(LIMITS.revenueDaysDefault),
  ...formatQuery,
});
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>;

export const analyticsRoutes = {
  ofAgent: defineRoute({
    method: "GET",
    path: "/billing/agent/:id/analytics",
    auth: "session",
    scope: "billing:read",
    tag: "Billing",
    summary: "Get an agent's analytics",
    params: z.object({ id: AgentId }),
    query: AnalyticsQuery,
    status: 200,
    reply: AgentAnalytics,
    replyTypes: { "application/json": AgentAnalytics, "text/csv": z.string() },
    fails: [401, 403, 404],
  }),
  ofDeveloper: defineRoute({
    method: "GET",
    path: "/billing/analytics",
    auth: "session",
    scope: "billing:read",
    tag: "Billing",
    summary: "Get analytics of all your agents",
    query: AnalyticsQuery,
    status: 200,
    reply: DeveloperAnalytics,
    replyTypes: { "application/json": DeveloperAnalytics, "text/csv": z.string() },
    fails: [401, 403],
  }),
} as const;
