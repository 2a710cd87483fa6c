import { ActiveRunRow } from "../../../components/active-run-row.tsx";
import { Button } from "../../../components/button.tsx";
import { formatPlural } from "../../../lib/format.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useActiveRuns, useCancelRun } from "../../../queries/runs.ts";

/** Shows all active runs. They are not part of the history. */
export function ActiveRuns() {
  const active = useActiveRuns();
  const stop = useCancelRun();
  const { runs, total } = active.data ?? { runs: [], total: 0 };
  if (total === 0) return null;
  const stopRun = (runId: string) =>
    stop.mutate(runId, {
      onSuccess: () => void active.refetch(),
      onError: (error) => void notify.error(getServerDetail(error) ?? "Failed to stop the run"),
    });
  return (
    <section aria-labelledby="active-runs" className="min-w-0">
      <h3 id="active-runs" className="mb-3 text-18">
        Active
      </h3>
      <ul className="divide-y divide-line border border-line bg-surface">
        {runs.map((run) => (
          <ActiveRunRow
            key={run.run_id}
            run={run}
            withAgent
            action={
              <Button
                size="sm"
                variant="outline"
                aria-label={`Stop ${run.agent_name}: ${run.task ?? "run without a message"}`}
                busy={stop.isPending && stop.variables === run.run_id}
                onClick={() => stopRun(run.run_id)}
              >
                Stop
              </Button>
            }
          />
        ))}
      </ul>
      {total > runs.length && (
        <p className="mt-2 text-14 text-ink-2">And {formatPlural(total - runs.length, "more run")}.</p>
      )}
    </section>
  );
}
