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
    description: "Runs that ended, of every outcome, those that other agents started and yours included",
  }),
  succeeded: z.int(),
  failed: z.int().meta({ description: "Failed or ran out of time; cancelled runs are neither" }),
  success_rate: Percent.meta({
    description: "Percent of those that succeeded or failed; null where there is none",
  }),
  tokens: z.int().meta({ description: "Tokens charged" }),
  gross: Usd.meta({ description: "What callers paid, less what was refunded" }),
  model_cost: Usd,
  platform_fee: Usd,
  revenue: Usd.meta({
    description:
      "What the developer earned, less what they sponsored: gross = model_cost + platform_fee + revenue",
  }),
};

const advanced = {
  p50_time: Seconds.meta({
    description: "Median execution time of runs that succeeded, in seconds, within 1/128 of it",
  }),
  p95_time: Seconds.meta({ description: "95th percentile of the same" }),
  unique_users: z
    .int()
    .nullable()
    .meta({ description: "Distinct accounts that ran it, yours aside; nobody learns which" }),
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
  from: z.iso.date().meta({ description: "The first UTC day" }),
  to: z.iso.date().meta({ description: "The last UTC day, which is today" }),
  plan: PlanType,
  total: AnalyticsTotal.meta({ description: "Over all days; what the plan leaves out is null" }),
  daily: z.array(AnalyticsDay).nullable().meta({
    description: "Oldest first, days without runs and money left out; null where the plan leaves it out",
  }),
  left_out: AnalyticsLeftOut.nullable(),
};

/** The runs and earnings of an agent over the last days. */
export const AgentAnalytics = z.object({ agent_id: z.int(), ...span }).meta({ id: "AgentAnalytics" });
export type AgentAnalytics = z.infer<typeof AgentAnalytics>;

/** The same figures for all agents of a developer. */
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
