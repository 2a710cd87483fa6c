import * as z from "zod";
import { BillingEntryId, BillingKind, BillingReceipt, BillingStatements } from "./billing-receipts.ts";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { AgentId, formatQuery, NextCursor, pageQuery, Timestamp, Usd } from "./values.ts";

/** `current_balance` includes the amounts that active runs hold; `available` does not. */
export const Balance = z
  .object({
    current_balance: Usd,
    available: Usd,
    held: Usd,
    total_spent: Usd,
    total_earned: Usd,
    currency: z.literal("USD"),
  })
  .meta({ id: "Balance" });
export type Balance = z.infer<typeof Balance>;

/** The spending of the current UTC month. */
export const SpendingStats = z
  .object({
    recent_spending: Usd,
    recent_executions: z.int(),
    period_start: Timestamp,
  })
  .meta({ id: "SpendingStats" });
export type SpendingStats = z.infer<typeof SpendingStats>;

export const BillingEntry = z
  .object({
    id: z.string(),
    created_at: Timestamp,
    kind: BillingKind,
    description: z.string(),
    amount: Usd.meta({ description: "Positive for money into the wallet, negative for money out of it" }),
    run_id: z.string().nullable(),
    agent_id: z.int().nullable(),
    agent_name: z.string().nullable(),
  })
  .meta({ id: "BillingEntry" });
export type BillingEntry = z.infer<typeof BillingEntry>;

export const BillingHistory = z
  .object({ history: z.array(BillingEntry), next_cursor: NextCursor })
  .meta({ id: "BillingHistory" });

/** The first day of Unix time, before which there are no entries. */
const Day = z.iso.date().refine((day) => day >= "1970-01-01", "Date must be 1970-01-01 or later");

/** Filters entries by kind, by agent and by UTC days; `from` and `to` are inclusive. */
export const BillingHistoryQuery = z.object({
  ...pageQuery,
  kind: BillingKind.optional(),
  agent_id: AgentId.optional(),
  from: Day.optional(),
  to: Day.optional(),
  ...formatQuery,
});
export type BillingHistoryQuery = z.output<typeof BillingHistoryQuery>;

const RevenueFigures = {
  executions: z.int(),
  gross: Usd,
  model_cost: Usd,
  platform_fee: Usd,
  revenue: Usd,
};

/** The earnings of an agent's developer, from the ledger. */
export const Revenue = z
  .object({
    agent_id: z.int(),
    days: z.int(),
    ...RevenueFigures,
    daily: z.array(z.object({ date: z.iso.date(), ...RevenueFigures })),
  })
  .meta({ id: "Revenue" });
export type Revenue = z.infer<typeof Revenue>;

export const RevenueQuery = z.object({
  days: z.coerce.number().int().min(1).max(LIMITS.revenueDaysMax).default(LIMITS.revenueDaysDefault),
});

export const billingRoutes = {
  balance: defineRoute({
    method: "GET",
    path: "/billing/balance",
    auth: "session",
    scope: "billing:read",
    tag: "Billing",
    summary: "Get your balance",
    status: 200,
    reply: Balance,
    fails: [401],
  }),
  spendingStats: defineRoute({
    method: "GET",
    path: "/billing/spending-stats",
    auth: "session",
    scope: "billing:read",
    tag: "Billing",
    summary: "Get this month's spending",
    status: 200,
    reply: SpendingStats,
    fails: [401],
  }),
  history: defineRoute({
    method: "GET",
    path: "/billing/history",
    auth: "session",
    scope: "billing:read",
    tag: "Billing",
    summary: "List wallet entries",
    query: BillingHistoryQuery,
    status: 200,
    reply: BillingHistory,
    replyTypes: { "application/json": BillingHistory, "text/csv": z.string() },
    fails: [401],
  }),
  receipt: defineRoute({
    method: "GET",
    path: "/billing/history/:id/receipt",
    auth: "session",
    scope: "billing:read",
    tag: "Billing",
    summary: "Get a receipt",
    params: z.object({ id: BillingEntryId }),
    status: 200,
    reply: BillingReceipt,
    fails: [401, 404],
  }),
  statements: defineRoute({
    method: "GET",
    path: "/billing/statements",
    auth: "session",
    scope: "billing:read",
    tag: "Billing",
    summary: "List monthly statements",
    query: z.object(pageQuery),
    status: 200,
    reply: BillingStatements,
    fails: [401],
  }),
  agentRevenue: defineRoute({
    method: "GET",
    path: "/billing/agent/:id/revenue",
    auth: "session",
    scope: "billing:read",
    tag: "Billing",
    summary: "Get an agent's revenue",
    params: z.object({ id: AgentId }),
    query: RevenueQuery,
    status: 200,
    reply: Revenue,
    fails: [401, 404],
  }),
} as const;
