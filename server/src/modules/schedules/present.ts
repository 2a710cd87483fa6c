import {
  type InputData,
  nanoToUsd,
  PAUSE_TEXTS,
  SCHEDULE_LIMITS,
  type Schedule,
  type ScheduleTime,
} from "@stoa/contract";
import { createCronTimes } from "./cron-times.ts";
import { limitToEnd } from "./due-times.ts";
import { formatMonth, getNextMonth, getSpentInMonth, type ScheduleRow } from "./schedule-row.ts";
import type { SpendingSchedule } from "./schedule-store.ts";
import type { TimeRow } from "./time-store.ts";

/** Converts a schedule to its API form, as it is at the given moment. */
export function presentSchedule(row: SpendingSchedule & { input: InputData }, now: Date): Schedule {
  return {
    id: row.id,
    name: row.name,
    agent_id: row.agentId,
    agent_name: row.agentName,
    version: row.version,
    input_data: row.input,
    cron: row.cron,
    time_zone: row.timeZone,
    monthly_cap: nanoToUsd(row.monthlyCap),
    max_cost: row.maxCost === null ? null : nanoToUsd(row.maxCost),
    timeout: row.timeoutSeconds,
    ends_at: row.endsAt?.toISOString() ?? null,
    agreed_price_per_token: nanoToUsd(row.agreedPrice),
    ...getStanding(row, now),
    spent_this_month: nanoToUsd(getSpentInMonth(row, now) + row.held),
    failures_in_a_row: row.failuresInARow,
    api_key_id: row.apiKeyId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

type Standing = Pick<Schedule, "status" | "paused_because" | "paused_reason" | "resumes_at" | "next_times">;

function getStanding(row: ScheduleRow, now: Date): Standing {
  const resting = { paused_because: null, paused_reason: null, resumes_at: null, next_times: [] };
  if (row.pausedBecause !== null) return { ...resting, ...describePause(row.pausedBecause) };
  if (row.nextDueAt === null) return { ...resting, status: "ended" };
  const next_times = getNextTimes(row, row.nextDueAt);
  if (row.capReachedIn === formatMonth(now))
    return { ...describePause("cap_reached"), resumes_at: getNextMonth(now).toISOString(), next_times };
  return { ...resting, status: "active", next_times };
}

function describePause(because: keyof typeof PAUSE_TEXTS) {
  return { status: "paused", paused_because: because, paused_reason: PAUSE_TEXTS[because] } as const;
}

function getNextTimes({ cron, timeZone, endsAt }: ScheduleRow, first: Date): string[] {
  const justBefore = new Date(first.getTime() - 1);
  return createCronTimes(cron, timeZone)
    .several(justBefore, SCHEDULE_LIMITS.nextTimes)
    .filter((time) => limitToEnd(time, endsAt) !== null)
    .map((time) => time.toISOString());
}

/** Converts an entry of a schedule's history to its API form. */
export function presentTime(row: TimeRow): ScheduleTime {
  return {
    id: row.id,
    due_at: row.dueAt.toISOString(),
    last_due_at: row.lastDueAt?.toISOString() ?? null,
    trigger: row.isManual ? "manual" : "schedule",
    status: row.state,
    reason: row.reason,
    run_id: row.runId,
    cost: nanoToUsd(row.cost),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
