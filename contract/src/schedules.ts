import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { ExecuteRequest, InputData } from "./runs.ts";
import { SCHEDULE_LIMITS, SCHEDULE_PAUSES } from "./schedule-texts.ts";
import { BodyAgentId, isStorable, NextCursor, NOT_STORABLE, Timestamp, Usd } from "./values.ts";

const Name = z
  .string({ error: "A name is required" })
  .trim()
  .min(1, "A name is required")
  .max(
    SCHEDULE_LIMITS.nameMaxLength,
    `A name must be at most ${SCHEDULE_LIMITS.nameMaxLength} characters long`,
  )
  .refine(isStorable, NOT_STORABLE);

const CronExpression = z
  .string({ error: "cron is required" })
  .trim()
  .min(1, "cron is required")
  .max(SCHEDULE_LIMITS.cronMaxLength, `cron must have at most ${SCHEDULE_LIMITS.cronMaxLength} characters`)
  .meta({
    description: `Cron expression with five fields: minute, hour, day of the month, month, day of the week. Supports \`L\`, \`W\` and \`#\` as in Quartz. Times must be at least ${SCHEDULE_LIMITS.shortestMinutes} minutes apart`,
    examples: ["0 9 * * MON-FRI"],
  });

const TimeZone = z
  .string({ error: "time_zone is required" })
  .min(1, "time_zone is required")
  .max(
    SCHEDULE_LIMITS.timeZoneMaxLength,
    `time_zone must have at most ${SCHEDULE_LIMITS.timeZoneMaxLength} characters`,
  )
  .meta({ description: "IANA name of the time zone, such as Europe/Berlin", examples: ["Europe/Berlin"] });

const MonthlyCap = z
  .number({ error: "monthly_cap is required, in USD" })
  .min(1e-9, "monthly_cap must be greater than 0")
  .max(LIMITS.spendingLimitMaxUsd, `monthly_cap must be at most ${LIMITS.spendingLimitMaxUsd} USD`)
  .meta({ description: "Maximum total cost of its runs per calendar month (UTC), in USD" });

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
    version: z
      .int()
      .nullable()
      .meta({ description: "Version to run; null means the version that is current at each time" }),
    input_data: InputData,
    cron: z.string(),
    time_zone: z.string(),
    monthly_cap: Usd,
    max_cost: Usd.nullable().meta({
      description:
        "Maximum cost of each run; null means the `unconfirmed_run_limit` of your account. The agent's own limit also applies",
    }),
    timeout: z.int().nullable(),
    ends_at: Timestamp.nullable(),
    agreed_price_per_token: Usd.meta({
      description: "Price that you agreed to. If the agent's price is higher, the schedule is paused",
    }),
    status: z.enum(["active", "paused", "ended"]),
    paused_because: z.enum(SCHEDULE_PAUSES).nullable(),
    paused_reason: z.string().nullable().meta({ description: "Explanation of `paused_because`" }),
    resumes_at: Timestamp.nullable().meta({
      description:
        "If the schedule is paused because of `cap_reached`, the time at which it resumes automatically",
    }),
    next_times: z.array(Timestamp).meta({
      description: `Next ${SCHEDULE_LIMITS.nextTimes} times; fewer if the schedule ends earlier`,
    }),
    spent_this_month: Usd.meta({
      description: "Cost of its runs in this month (UTC), including the amounts that active runs hold",
    }),
    failures_in_a_row: z.int(),
    api_key_id: z
      .string()
      .nullable()
      .meta({ description: "ID of the API key whose limits its runs count toward" }),
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
    last_due_at: Timestamp.nullable().meta({
      description: "Last of several consecutive times that were missed; null otherwise",
    }),
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
    reason: z.string().nullable().meta({ description: "Why there was no run; null if there was one" }),
    run_id: z.string().nullable(),
    cost: Usd.meta({ description: "Cost of the run and of all runs that it started" }),
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: "ScheduleTime" });
export type ScheduleTime = z.infer<typeof ScheduleTime>;

export const ScheduleHistory = z
  .object({ times: z.array(ScheduleTime), next_cursor: NextCursor })
  .meta({ id: "ScheduleHistory" });
export type ScheduleHistory = z.infer<typeof ScheduleHistory>;
