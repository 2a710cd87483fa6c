import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { RunStatus } from "./run-status.ts";
import { AgentId, NextCursor, Period, pageQuery, Timestamp, Usd } from "./values.ts";

/** Section 3, Usage history record, with the task (reading 12). */
export const UsageRecord = z
  .object({
    id: z.string(),
    created_at: Timestamp,
    agent_id: z.int(),
    agent_name: z.string(),
    status: RunStatus,
    execution_time: z.number(),
    tokens_used: z.int(),
    cost: Usd,
    task: z.string().nullable(),
    version: z.int(),
    parent_run_id: z.string().nullable().meta({ description: "The run that started this one, if one did" }),
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
      success_rate: z.number().nullable().meta({ description: "Rounded percent" }),
      average_cost: Usd.nullable(),
    }),
  })
  .meta({ id: "UsageHistory" });
export type UsageHistory = z.infer<typeof UsageHistory>;

export const UsageHistoryQuery = z.object({
  ...pageQuery,
  period: Period.optional(),
  /** An agent's name or slug, matched as a part of the name (section 2, logs). */
  agent: z.string().max(LIMITS.searchMaxLength).optional(),
  agent_id: AgentId.optional(),
  search: z.string().max(LIMITS.searchMaxLength).optional(),
});
export type UsageHistoryQuery = z.infer<typeof UsageHistoryQuery>;

/** All-time figures of the caller (section 3, Usage stats). */
export const UsageStats = z
  .object({
    total_executions: z.int(),
    total_cost: Usd,
    total_tokens: z.int(),
    average_time: z.number().nullable().meta({ description: "Seconds" }),
    success_rate: z.number().nullable(),
    most_used_agent: z.object({ id: z.int(), name: z.string() }).nullable(),
    agents: z.array(z.object({ id: z.int(), name: z.string(), executions: z.int() })),
  })
  .meta({ id: "UsageStats" });
export type UsageStats = z.infer<typeof UsageStats>;
