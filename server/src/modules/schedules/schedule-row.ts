import type { SchedulePause } from "@stoa/contract";
import { sql } from "kysely";

/** A schedule as it is stored. Money is in nano-USD. */
export interface ScheduleRow {
  id: string;
  accountId: string;
  userId: string;
  apiKeyId: string | null;
  name: string;
  agentId: number;
  agentName: string;
  version: number | null;
  sealedInput: Buffer;
  timeoutSeconds: number | null;
  cron: string;
  timeZone: string;
  endsAt: Date | null;
  maxCost: bigint | null;
  monthlyCap: bigint;
  agreedPrice: bigint;
  nextDueAt: Date | null;
  pausedBecause: Exclude<SchedulePause, "cap_reached"> | null;
  /**
   * The month in which the cap was reached, as the first day of that UTC month. All months in this file have this form.
   */
  capReachedIn: string | null;
  spentMonth: string;
  spent: bigint;
  failuresInARow: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns of a schedule, for a query of `schedules AS s JOIN agent_cards AS a`. */
export const SCHEDULE_COLUMNS = sql`s.id, s.account_id AS "accountId", s.user_id AS "userId",
  s.api_key_id AS "apiKeyId", s.name, s.agent_id AS "agentId", agent_name_for(a, s.account_id) AS "agentName", s.version, s.input AS "sealedInput",
  s.timeout_seconds AS "timeoutSeconds", s.cron, s.time_zone AS "timeZone", s.ends_at AS "endsAt",
  s.max_cost AS "maxCost", s.monthly_cap AS "monthlyCap", s.agreed_price AS "agreedPrice",
  s.next_due_at AS "nextDueAt", s.paused_because AS "pausedBecause", s.cap_reached_in AS "capReachedIn",
  s.spent_month AS "spentMonth", s.spent, s.failures_in_a_row AS "failuresInARow",
  s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

/** Returns a condition on `schedules AS s` that is true if the key that created the schedule is no longer valid. */
export function isKeyGone(now: Date) {
  return sql<boolean>`(s.api_key_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM unrevoked_keys k WHERE k.key_id = s.api_key_id
      AND (k.expires_at IS NULL OR k.expires_at > ${now})))`;
}

/** Returns the first day of a moment's UTC month. */
export function formatMonth(moment: Date): string {
  return `${moment.toISOString().slice(0, 7)}-01`;
}

/** Returns the start of the UTC month that follows the month of `moment`. */
export function getNextMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1));
}

/** Returns the cost of the ended runs that started in the month of `now`. */
export function getSpentInMonth(schedule: Pick<ScheduleRow, "spent" | "spentMonth">, now: Date): bigint {
  return schedule.spentMonth === formatMonth(now) ? schedule.spent : 0n;
}
