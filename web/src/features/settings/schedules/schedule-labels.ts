import type { Schedule, ScheduleTime } from "@stoa/contract/schedules";
import type { BadgeTone } from "../../../components/badge.tsx";

export const SCHEDULE_TONES: Readonly<Record<Schedule["status"], BadgeTone>> = {
  active: "ok",
  paused: "warn",
  ended: "neutral",
};

export const SCHEDULE_NAMES: Readonly<Record<Schedule["status"], string>> = {
  active: "Active",
  paused: "Paused",
  ended: "Ended",
};

/** The label and color of each outcome of a scheduled time. */
export const TIME_LABELS: Readonly<
  Record<ScheduleTime["status"], readonly [label: string, tone: BadgeTone]>
> = {
  starting: ["Starting", "info"],
  running: ["Running", "running"],
  completed: ["Completed", "ok"],
  failed: ["Failed", "danger"],
  timeout: ["Stopped at its time limit", "danger"],
  cancelled: ["Stopped", "neutral"],
  not_started: ["Not started", "danger"],
  skipped: ["Skipped", "neutral"],
};

/** Formats a time in the schedule's time zone: Mon 23 Nov, 09:00. */
export function formatZonedTime(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
}
