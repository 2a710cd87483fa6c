import * as z from "zod";
import { ErrorCode } from "./errors.ts";
import { FailureCharge } from "./failure-charge.ts";
import { LIMITS } from "./limits.ts";
import { RunStatus } from "./run-status.ts";
import { AgentId, formatQuery, NextCursor, Period, pageQuery, Timestamp, Usd } from "./values.ts";

/** One run in the usage history. Only the run's caller sees `task`. */
export const UsageRecord = z
  .object({
    id: z.string(),
    created_at: Timestamp,
    agent_id: z.int(),
    agent_name: z.string(),
    status: RunStatus,
    error: ErrorCode.nullable().meta({
      description:
        "Why the run did not complete; null if it did. `provider_unavailable` is a failure of the model's provider, not of the agent",
    }),
    execution_time: z.number(),
    tokens_used: z.int(),
    cost: Usd,
    failure_charge: FailureCharge,
    task: z.string().nullable(),
    version: z.int(),
    parent_run_id: z
      .string()
      .nullable()
      .meta({ description: "ID of the run that started this run; null if none did" }),
  })
  .meta({ id: "UsageRecord" });
export type UsageRecord = z.infer<typeof UsageRecord>;

export const UsageHistory = z
  .object({
    usage_history: z.array(UsageRecord),
    total: z.int(),
    next_cursor: NextCursor,
    summary: z.object({
      executions: z.int(),
      success_rate: z
        .number()
        .nullable()
        .meta({ description: "Success rate in percent, rounded; null if nothing was counted" }),
      average_cost: Usd.nullable(),
    }),
  })
  .meta({ id: "UsageHistory" });
export type UsageHistory = z.infer<typeof UsageHistory>;

/** The outcome of a run in the logs: success if it completed, error otherwise. */
export const UsageOutcome = z.enum(["success", "error"]).meta({ id: "UsageOutcome" });
export type UsageOutcome = z.infer<typeof UsageOutcome>;

const usageFilter = {
  /** An agent's exact slug, or any part of its name. */
  agent: z.string().max(LIMITS.searchMaxLength).optional(),
  agent_id: AgentId.optional(),
  search: z.string().max(LIMITS.searchMaxLength).optional(),
  status: UsageOutcome.optional(),
};

export const UsageHistoryQuery = z.object({ ...pageQuery, period: Period.optional(), ...usageFilter });
export type UsageHistoryQuery = z.infer<typeof UsageHistoryQuery>;

/** The caller's own usage, as a page or as a file. */
export const MyUsageQuery = UsageHistoryQuery.extend(formatQuery);
export type MyUsageQuery = z.infer<typeof MyUsageQuery>;

export const UsageHistogramQuery = z.object({ period: Period.default("7d"), ...usageFilter });
export type UsageHistogramQuery = z.output<typeof UsageHistogramQuery>;

/** A period divided into UTC hours or days, including those without runs. */
export const UsageHistogram = z
  .object({
    bucket: z.enum(["hour", "day"]).meta({ description: "`hour` for the period `24h`, otherwise `day`" }),
    buckets: z
      .array(
        z.object({
          start: Timestamp,
          success: z.int(),
          error: z.int(),
          cost: Usd,
        }),
      )
      .meta({ description: "Oldest first. The first and the last cover only the part within the period" }),
  })
  .meta({ id: "UsageHistogram" });
export type UsageHistogram = z.infer<typeof UsageHistogram>;

/** The caller's totals since sign-up. */
export const UsageStats = z
  .object({
    total_executions: z.int(),
    total_cost: Usd.meta({
      description:
        "Amount that all runs deducted from the balance, in USD: their cost and the charges for failed runs",
    }),
    total_tokens: z.int(),
    average_time: z.number().nullable().meta({ description: "Average duration of a run, in seconds" }),
    success_rate: z.number().nullable(),
    most_used_agent: z.object({ id: z.int(), name: z.string() }).nullable(),
    agents: z.array(z.object({ id: z.int(), name: z.string(), executions: z.int() })),
  })
  .meta({ id: "UsageStats" });
export type UsageStats = z.infer<typeof UsageStats>;
