import type { Schedule } from "@stoa/contract/schedules";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { cx } from "../../../lib/class-names.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useRemoveSchedule, useSchedules } from "../../../queries/schedules.ts";
import { HistoryDialog } from "./history-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ScheduleRow } from "./schedule-row.tsx";

/** The dialog that is open above the list. */
type DialogState =
  | { readonly what: "create" }
  | { readonly what: "edit" | "remove"; readonly schedule: Schedule }
  | null;

interface SchedulesPartProps {
  /** The schedule in the URL whose history is open. */
  readonly opened: string | undefined;
  readonly onOpen: (scheduleId: string | undefined) => void;
}

/** Shows the user's schedules, each within a monthly limit. */
export function SchedulesPart({ opened, onOpen }: SchedulesPartProps) {
  const schedules = useSchedules();
  const remove = useRemoveSchedule();
  const [dialog, setDialog] = useState<DialogState>(null);
  const close = () => setDialog(null);
  const shown = schedules.data?.find(({ id }) => id === opened);
  const removed = dialog?.what === "remove" ? dialog.schedule : undefined;
  const add = (
    <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => setDialog({ what: "create" })}>
      New schedule
    </Button>
  );

  const removeSchedule = ({ id, name }: Schedule) =>
    remove.mutate(id, {
      onSuccess: () => notify.success(`${name} deleted`),
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to delete the schedule"),
      onSettled: close,
    });

  return (
    <section className="min-w-0 max-w-4xl">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-22">Schedules</h2>
          <p className="mt-1 text-14 text-ink-2">Run agents at set times, within a monthly limit.</p>
        </div>
        {/* Reserves the space of the button, so that on a phone the content below does not jump. */}
        <span className={cx(!schedules.data?.length && "invisible")}>{add}</span>
      </div>
      <div className="border border-line bg-surface">
        {!schedules.data ? (
          schedules.isError ? (
            <ErrorState title="Failed to load your schedules" onRetry={() => schedules.refetch()} />
          ) : (
            <Skeleton className="h-40 w-full" />
          )
        ) : schedules.data.length === 0 ? (
          <EmptyState
            title="No schedules yet"
            hint="Get a report each morning or a check every hour. Pick an agent, a time and a limit."
            action={add}
          />
        ) : (
          <ul className="divide-y divide-line">
            {schedules.data.map((schedule) => (
              <ScheduleRow
                key={schedule.id}
                schedule={schedule}
                onOpen={() => onOpen(schedule.id)}
                onEdit={() => setDialog({ what: "edit", schedule })}
                onRemove={() => setDialog({ what: "remove", schedule })}
              />
            ))}
          </ul>
        )}
      </div>
      {shown && <HistoryDialog schedule={shown} onClose={() => onOpen(undefined)} />}
      {dialog?.what === "create" && <ScheduleDialog onClose={close} />}
      {dialog?.what === "edit" && <ScheduleDialog edited={dialog.schedule} onClose={close} />}
      <ConfirmDialog
        open={removed !== undefined}
        title="Delete schedule"
        question={
          removed
            ? `${removed.name} will no longer run, and its history is deleted. Its runs stay in the logs.`
            : ""
        }
        confirmLabel="Delete schedule"
        busy={remove.isPending}
        onConfirm={() => removed && removeSchedule(removed)}
        onClose={close}
      />
    </section>
  );
}
