import { Button } from "../../../components/button.tsx";
import { RunUnderWayRow } from "../../../components/run-under-way-row.tsx";
import { formatPlural } from "../../../lib/format.ts";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useCancelRun, useRunsUnderWay } from "../../../queries/runs.ts";

/** Shows all active runs. They are not part of the history. */
export function RunsUnderWay() {
  const underWay = useRunsUnderWay();
  const stop = useCancelRun();
  const { runs, total } = underWay.data ?? { runs: [], total: 0 };
  if (total === 0) return null;
  const stopRun = (runId: string) =>
    stop.mutate(runId, {
      onSuccess: () => void underWay.refetch(),
      onError: (error) => void notify.error(serverDetail(error) ?? "Failed to stop the run"),
    });
  return (
    <section aria-labelledby="under-way" className="min-w-0">
      <h3 id="under-way" className="mb-3 text-18">
        Active
      </h3>
      <ul className="divide-y divide-line border border-line bg-surface">
        {runs.map((run) => (
          <RunUnderWayRow
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
