import type { Schedule } from "@stoa/contract/schedules";
import { Badge } from "../../../components/badge.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { RunLink } from "../../../components/run-link.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatUsdExact } from "../../../lib/format.ts";
import { useScheduleHistory } from "../../../queries/schedules.ts";
import { formatZonedTime, TIME_LABELS } from "./schedule-labels.ts";

interface HistoryDialogProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

/** Shows when a schedule runs next, and the outcome of each earlier time. */
export function HistoryDialog({ schedule, onClose }: HistoryDialogProps) {
  const history = useScheduleHistory(schedule.id);
  const times = history.data?.pages.flatMap((page) => page.times);
  return (
    <Dialog open onClose={onClose} size="md" title={schedule.name} description={schedule.agent_name}>
      {schedule.next_times.length > 0 && (
        <section className="mb-6">
          <h3 className="mb-2 text-16">Next times</h3>
          <ul className="mono flex flex-wrap gap-1.5 text-12">
            {schedule.next_times.map((time) => (
              <li key={time} className="rounded-2 bg-sunken px-2 py-1">
                {formatZonedTime(time, schedule.time_zone)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <h3 className="mb-2 text-16">History</h3>
      {!times ? (
        history.isError ? (
          <ErrorState title="Failed to load the history" onRetry={() => history.refetch()} />
        ) : (
          <Skeleton className="h-20 w-full" />
        )
      ) : times.length === 0 ? (
        <EmptyState title="No runs yet" hint="Its runs appear here for 90 days." />
      ) : (
        <ul className="divide-y divide-line border border-line bg-surface">
          {times.map((time) => {
            const [statusLabel, tone] = TIME_LABELS[time.status];
            return (
              <li key={time.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                <span className="mono text-12 text-ink-2">
                  {formatZonedTime(time.due_at, schedule.time_zone)}
                </span>
                <Badge tone={tone}>{statusLabel}</Badge>
                {time.trigger === "manual" && <span className="text-14 text-ink-3">started by you</span>}
                {time.run_id !== null && (
                  <RunLink
                    runId={time.run_id}
                    className="link-alone text-14"
                    label={`Run of ${formatZonedTime(time.due_at, schedule.time_zone)}`}
                  >
                    Run
                  </RunLink>
                )}
                <span className="mono ml-auto text-12">{formatUsdExact(time.cost)}</span>
                {time.reason !== null && <p className="w-full text-14 text-ink-2">{time.reason}</p>}
              </li>
            );
          })}
        </ul>
      )}
      <LoadMore
        hasMore={history.hasNextPage}
        busy={history.isFetchingNextPage}
        onMore={() => history.fetchNextPage()}
      />
    </Dialog>
  );
}
