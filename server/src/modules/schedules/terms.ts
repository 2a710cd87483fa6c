import {
  type CreateScheduleRequest,
  type InputData,
  SCHEDULE_TEXTS,
  type UpdateScheduleRequest,
  usdToNano,
} from "@stoa/contract";
import { invalidField } from "../../platform/http/app-error.ts";
import { createCronTimes, requireCronTimes } from "./cron-times.ts";
import { limitToEnd } from "./due-times.ts";
import { formatMonth, type ScheduleRow } from "./schedule-row.ts";
import type { ScheduleTerms } from "./schedule-store.ts";

/** Validates and returns the terms of a new schedule. @throws AppError 400 that names the field. */
export function createTerms(asked: CreateScheduleRequest, now: Date): ScheduleTerms {
  const { name, input_data: input, cron, time_zone: timeZone } = asked;
  const endsAt = asked.ends_at === undefined ? null : requireFuture(asked.ends_at, now);
  requireCronTimes(cron, timeZone);
  const money = {
    maxCost: asked.max_cost === undefined ? null : usdToNano(asked.max_cost),
    monthlyCap: usdToNano(asked.monthly_cap),
  };
  requireRoomForARun(money);
  return {
    name,
    input,
    cron,
    timeZone,
    endsAt,
    ...money,
    version: asked.version ?? null,
    timeoutSeconds: asked.timeout ?? null,
    nextDueAt: requireTime({ cron, timeZone, endsAt }, now),
  };
}

/**
 * Returns the terms after an update. Omitted fields keep their values. The next time is calculated again if the times
 * change, or if the cap was reached and may now be higher.
 * @throws AppError 400 that names the field.
 */
export function mergeTerms(
  present: ScheduleRow & { input: InputData },
  asked: UpdateScheduleRequest,
  now: Date,
): ScheduleTerms {
  const { cron = present.cron, time_zone: timeZone = present.timeZone } = asked;
  if (asked.cron !== undefined || asked.time_zone !== undefined) requireCronTimes(cron, timeZone);
  const endsAt = pickChanged(asked.ends_at, present.endsAt, (end) => requireFuture(end, now));
  const money = {
    maxCost: pickChanged(asked.max_cost, present.maxCost, usdToNano),
    monthlyCap: asked.monthly_cap === undefined ? present.monthlyCap : usdToNano(asked.monthly_cap),
  };
  if (asked.max_cost !== undefined || asked.monthly_cap !== undefined) requireRoomForARun(money);
  const times = { cron, timeZone, endsAt };
  const areOthers = [asked.cron, asked.time_zone, asked.ends_at].some((given) => given !== undefined);
  return {
    name: asked.name ?? present.name,
    input: asked.input_data ?? present.input,
    ...times,
    ...money,
    version: pickChanged(asked.version, present.version, (version) => version),
    timeoutSeconds: pickChanged(asked.timeout, present.timeoutSeconds, (seconds) => seconds),
    nextDueAt: areOthers
      ? requireTime(times, now)
      : present.capReachedIn === formatMonth(now)
        ? getFirstTime(times, now)
        : present.nextDueAt,
  };
}

/** Returns the first time after a moment. Returns null if the schedule ends before it. */
export function getFirstTime(
  { cron, timeZone, endsAt }: Pick<ScheduleRow, "cron" | "timeZone" | "endsAt">,
  moment: Date,
): Date | null {
  return limitToEnd(createCronTimes(cron, timeZone).next(moment), endsAt);
}

function requireTime(times: Pick<ScheduleRow, "cron" | "timeZone" | "endsAt">, now: Date): Date {
  const first = getFirstTime(times, now);
  if (first === null) throw invalidField("ends_at", SCHEDULE_TEXTS.endsBeforeFirst);
  return first;
}

function requireFuture(end: string, now: Date): Date {
  const endsAt = new Date(end);
  if (endsAt <= now) throw invalidField("ends_at", SCHEDULE_TEXTS.endPassed);
  return endsAt;
}

function requireRoomForARun({ maxCost, monthlyCap }: Pick<ScheduleTerms, "maxCost" | "monthlyCap">): void {
  if (maxCost !== null && maxCost > monthlyCap) throw invalidField("monthly_cap", SCHEDULE_TEXTS.capBelowRun);
}

/** Returns the new value of an optional field. Undefined keeps the current value, and null clears it. */
function pickChanged<Given, Kept>(
  asked: Given | null | undefined,
  present: Kept | null,
  read: (given: Given) => Kept,
): Kept | null {
  if (asked === undefined) return present;
  return asked === null ? null : read(asked);
}
