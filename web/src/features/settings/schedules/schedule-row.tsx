import type { Schedule } from "@stoa/contract/schedules";
import { AgentLink } from "../../../components/agent-link.tsx";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Stat } from "../../../components/stat.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useRunSchedule, useToggleSchedule } from "../../../queries/schedules.ts";
import { formatSpending } from "../keys/read-limit.ts";
import { describeCron } from "./schedule-fields.ts";
import { formatZonedTime, SCHEDULE_NAMES, SCHEDULE_TONES } from "./schedule-labels.ts";

/** The number of scheduled times that the row shows: enough to see a pattern. The history lists all of them. */
const SHOWN_TIMES = 3;

interface ScheduleRowProps {
  readonly schedule: Schedule;
  readonly onOpen: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Shows one schedule: its agent, next run, cost this month and actions. */
export function ScheduleRow({ schedule, onOpen, onEdit, onRemove }: ScheduleRowProps) {
  const toggle = useToggleSchedule(schedule.id);
  const run = useRunSchedule(schedule.id);
  const to = schedule.status === "active" ? "pause" : "resume";
  const change = () =>
    toggle.mutate(to, {
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to change the schedule"),
    });
  const runNow = () =>
    run.mutate(undefined, {
      onSuccess: onOpen,
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to run the schedule"),
    });
  return (
    <li className="grid grid-cols-1 gap-3 p-5">
      <div>
        <h3 className="flex flex-wrap items-center gap-2 text-16">
          <span className="wrap-anywhere">{schedule.name}</span>
          <Badge tone={SCHEDULE_TONES[schedule.status]}>{SCHEDULE_NAMES[schedule.status]}</Badge>
        </h3>
        <p className="text-14 text-ink-2">
          <AgentLink id={schedule.agent_id} name={schedule.agent_name} />, {describeCron(schedule.cron)} (
          {schedule.time_zone})
        </p>
      </div>
      {schedule.paused_reason !== null && <p className="text-14 text-warn">{schedule.paused_reason}</p>}
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Stat label="This month">{formatSpending(schedule.spent_this_month, schedule.monthly_cap)}</Stat>
        <div className="min-w-0">
          <dt className="label">Next times</dt>
          <dd className="mono flex flex-wrap gap-x-4 text-14">
            {schedule.next_times.length === 0 && "None"}
            {schedule.next_times.slice(0, SHOWN_TIMES).map((time) => (
              <span key={time}>{formatZonedTime(time, schedule.time_zone)}</span>
            ))}
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="signal" busy={run.isPending} onClick={runNow}>
          Run now
        </Button>
        <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={onOpen}>
          History
        </Button>
        {schedule.status !== "ended" && (
          <Button size="sm" variant="outline" busy={toggle.isPending} onClick={change}>
            {to === "pause" ? "Pause" : "Resume"}
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          Delete
        </Button>
      </div>
    </li>
  );
}
