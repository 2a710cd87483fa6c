import { RunArtifacts } from "../../../components/artifacts/run-artifacts.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { RunReceipt } from "../../../components/run-receipt.tsx";
import { RunTracePanel } from "../../../components/run-trace/run-trace-panel.tsx";
import { ShareRunButton } from "../../../components/shared-runs/share-run-button.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatTimestamp } from "../../../lib/format-time.ts";
import { useRunResult } from "../../../queries/runs.ts";

interface RunDetailsProps {
  readonly runId: string;
  readonly onClose: () => void;
}

/** Shows the cost and the trace of an ended run. */
export function RunDetails({ runId, onClose }: RunDetailsProps) {
  const run = useRunResult(runId);
  const metadata = run.data?.metadata;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={metadata?.agent_name ?? "Run"}
      description={
        metadata ? `Version ${metadata.version}, ended ${formatTimestamp(metadata.timestamp)}` : "Loading"
      }
    >
      {run.isError ? (
        <ErrorState title="Failed to load the run" onRetry={() => run.refetch()} />
      ) : (
        <div key={runId} className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
          <div className="lg:col-start-2 lg:row-start-1">
            {run.data ? (
              <div className="grid gap-4">
                <RunReceipt result={run.data} pricePerToken={run.data.receipt?.price_per_token ?? 0} />
                <div>
                  <ShareRunButton result={run.data} />
                </div>
              </div>
            ) : (
              <Skeleton className="h-56 w-full" />
            )}
          </div>
          {/* On a phone the trace is below the receipt. They appear together, so that the trace does not move. */}
          {run.data && (
            <section className="min-w-0 lg:col-start-1 lg:row-start-1">
              {run.data.artifacts.length > 0 && (
                <>
                  <h3 className="mb-3 text-18">Files</h3>
                  <div className="mb-6">
                    <RunArtifacts
                      runId={runId}
                      artifacts={run.data.artifacts}
                      agent_output={run.data.agent_output}
                    />
                  </div>
                </>
              )}
              <h3 className="mb-3 text-18">Trace</h3>
              <RunTracePanel runId={runId} withContent />
            </section>
          )}
        </div>
      )}
    </Dialog>
  );
}
