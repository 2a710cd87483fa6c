import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import type { Schedule } from "@stoa/contract/schedules";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { formatUsdFull } from "../../lib/format.ts";
import { formatTimestamp } from "../../lib/format-time.ts";
import { ScheduleForm } from "./schedule-form.tsx";

export interface ScheduleDialogProps {
  readonly agent: Pick<Agent, "name">;
  readonly request: RunRequest;
  readonly onClose: () => void;
}

/** Schedules runs with the input that is in the form. */
export default function ScheduleDialog({ agent, request, onClose }: ScheduleDialogProps) {
  const [createdSchedule, setCreatedSchedule] = useState<Schedule | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={createdSchedule ? "Schedule created" : "Schedule this run"}
      description={
        createdSchedule
          ? `"${createdSchedule.name}" runs ${agent.name} and can spend up to ${formatUsdFull(createdSchedule.monthly_cap)} per month.`
          : `${agent.name} runs with the current input at the times that you choose.`
      }
    >
      {createdSchedule ? (
        <NextTimes schedule={createdSchedule} onDone={onClose} />
      ) : (
        <ScheduleForm agent={agent} request={request} onCreated={setCreatedSchedule} />
      )}
    </Dialog>
  );
}

function NextTimes({ schedule, onDone }: { readonly schedule: Schedule; readonly onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <section>
        <h3 className="mb-2 text-16">Next runs in your time zone</h3>
        <ol className="divide-y divide-line border border-line bg-surface">
          {schedule.next_times.map((time) => (
            <li key={time} className="mono px-4 py-2.5 text-12">
              {formatTimestamp(time)}
            </li>
          ))}
        </ol>
      </section>
      <p className="text-14 text-ink-2">
        You can pause, change and delete it in{" "}
        <Link to="/settings/$tab" params={{ tab: "api" }} className="link">
          Settings
        </Link>
        . If the price goes up, we pause it until you approve.
      </p>
      <div>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
