import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { ExecuteRequest, InputData } from "./runs.ts";
import { SCHEDULE_LIMITS, SCHEDULE_PAUSES } from "./schedule-texts.ts";
import { BodyAgentId, isStorable, NextCursor, NOT_STORABLE, Timestamp, Usd } from "./values.ts";

const Name = z
  .string({ error: "A name is required" })
  .trim()
  .min(1, "A name is required")
  .max(SCHEDULE_LIMITS.nameMaxLength, `A name has at most ${SCHEDULE_LIMITS.nameMaxLength} characters`)
  .refine(isStorable, NOT_STORABLE);

const CronExpression = z
  .string({ error: "cron is required" })
  .trim()
  .min(1, "cron is required")
  .max(SCHEDULE_LIMITS.cronMaxLength, `cron has at most ${SCHEDULE_LIMITS.cronMaxLength} characters`)
  .meta({
    description: `Minute, hour, day of the month, month, day of the week; L, W and # as in Quartz. At least ${SCHEDULE_LIMITS.shortestMinutes} minutes apart`,
    examples: ["0 9 * * MON-FRI"],
  });

const TimeZone = z
  .string({ error: "time_zone is required" })
  .min(1, "time_zone is required")
  .max(
    SCHEDULE_LIMITS.timeZoneMaxLength,
    `time_zone has at most ${SCHEDULE_LIMITS.timeZoneMaxLength} characters`,
  )
  .meta({ description: "Its IANA name, such as Europe/Berlin", examples: ["Europe/Berlin"] });

const MonthlyCap = z
  .number({ error: "monthly_cap is required, in USD" })
  .min(1e-9, "monthly_cap must be more than 0")
  .max(LIMITS.spendingLimitMaxUsd, `monthly_cap is at most ${LIMITS.spendingLimitMaxUsd} USD`)
  .meta({ description: "What its runs of a calendar month (UTC) may cost together, in USD" });

const { max_cost: MaxCost, timeout: Timeout, version: Version } = ExecuteRequest.shape;

export const CreateScheduleRequest = z
  .strictObject({
    name: Name,
    agent_id: BodyAgentId,
    input_data: InputData,
    cron: CronExpression,
    time_zone: TimeZone,
    monthly_cap: MonthlyCap,
    max_cost: MaxCost,
    timeout: Timeout,
    version: Version,
    ends_at: Timestamp.optional(),
  })
  .meta({ id: "CreateScheduleRequest" });
export type CreateScheduleRequest = z.infer<typeof CreateScheduleRequest>;

/** Omitted fields stay unchanged; null removes a value. */
export const UpdateScheduleRequest = z
  .strictObject({
    name: Name.optional(),
    input_data: InputData.optional(),
    cron: CronExpression.optional(),
    time_zone: TimeZone.optional(),
    monthly_cap: MonthlyCap.optional(),
    max_cost: MaxCost.nullable(),
    timeout: Timeout.nullable(),
    version: Version.nullable(),
    ends_at: Timestamp.nullable().optional(),
  })
  .meta({ id: "UpdateScheduleRequest" });
export type UpdateScheduleRequest = z.infer<typeof UpdateScheduleRequest>;

export const Schedule = z
  .object({
    id: z.string(),
    name: z.string(),
    agent_id: z.int(),
    agent_name: z.string(),
    version: z.int().nullable().meta({ description: "null: the current one at the time" }),
    input_data: InputData,
    cron: z.string(),
    time_zone: z.string(),
    monthly_cap: Usd,
    max_cost: Usd.nullable().meta({
      description:
        "The most that each run may cost. null: the `unconfirmed_run_limit` of your account, within the agent's own limit",
    }),
    timeout: z.int().nullable(),
    ends_at: Timestamp.nullable(),
    agreed_price_per_token: Usd.meta({
      description: "If the agent's price rises above it, the schedule is paused",
    }),
    status: z.enum(["active", "paused", "ended"]),
    paused_because: z.enum(SCHEDULE_PAUSES).nullable(),
    paused_reason: z.string().nullable().meta({ description: "The same in words" }),
    resumes_at: Timestamp.nullable().meta({ description: "Of cap_reached: when it goes on by itself" }),
    next_times: z.array(Timestamp).meta({
      description: `The next ${SCHEDULE_LIMITS.nextTimes} times; fewer where it ends`,
    }),
    spent_this_month: Usd.meta({ description: "What its runs of this month (UTC) cost, and what is held" }),
    failures_in_a_row: z.int(),
    api_key_id: z.string().nullable().meta({ description: "The key whose limits its runs count to" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Schedule" });
export type Schedule = z.infer<typeof Schedule>;

export const ScheduleList = z
  .object({ schedules: z.array(Schedule), next_cursor: NextCursor })
  .meta({ id: "ScheduleList" });
export type ScheduleList = z.infer<typeof ScheduleList>;

/** The outcome of one scheduled time. */
export const ScheduleTime = z
  .object({
    id: z.string(),
    due_at: Timestamp,
    last_due_at: Timestamp.nullable().meta({ description: "The last of several that were missed together" }),
    trigger: z.enum(["schedule", "manual"]),
    status: z.enum([
      "starting",
      "running",
      "completed",
      "failed",
      "timeout",
      "cancelled",
      "not_started",
      "skipped",
    ]),
    reason: z.string().nullable().meta({ description: "Why there was no run" }),
    run_id: z.string().nullable(),
    cost: Usd.meta({ description: "Of the run and of all runs that it started" }),
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: "ScheduleTime" });
export type ScheduleTime = z.infer<typeof ScheduleTime>;

export const ScheduleHistory = z
  .object({ times: z.array(ScheduleTime), next_cursor: NextCursor })
  .meta({ id: "ScheduleHistory" });
export type ScheduleHistory = z.infer<typeof ScheduleHistory>;
