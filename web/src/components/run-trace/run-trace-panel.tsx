import type { RunTrace as Trace } from "@stoa/contract/traces";
import { notify } from "../../lib/notify.ts";
import { isUnderWay } from "../../lib/run-state.ts";
import { useRunTrace, useShareRun } from "../../queries/run-traces.ts";
import { CheckboxField } from "../checkbox-field.tsx";
import { CodeBlock } from "../code-block.tsx";
import { ErrorState } from "../error-state.tsx";
import { Skeleton } from "../skeleton.tsx";
import { LazyRunDrawing } from "../workflow/lazy-run-drawing.tsx";
import { fileNodeEntries, latestRuns } from "../workflow/node-progress.ts";
import { RunContent } from "./run-content.tsx";
import { TraceEntryRow } from "./trace-entry-row.tsx";
import { traceNotes, traceSummary } from "./trace-words.ts";

/** Lists the steps of a run in order. */
export function RunTrace({ trace }: { readonly trace: Trace }) {
  const notes = traceNotes(trace);
  return (
    <div className="grid min-w-0 gap-4">
      <p className="text-14 text-ink-2">{[`${traceSummary(trace.entries)}.`, ...notes].join(" ")}</p>
      {trace.failure !== null && <Failure failure={trace.failure} />}
      {trace.entries.length > 0 && (
        <ol aria-label="Steps" className="divide-y divide-line border border-line bg-surface">
          {trace.entries.map((entry, index) => (
            <TraceEntryRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a run that ended stay as they are
              key={index}
              entry={entry}
              seconds={trace.execution_time}
              mayOpenRuns={trace.reader !== "developer"}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function Failure({ failure }: { readonly failure: NonNullable<Trace["failure"]> }) {
  return (
    <div className="grid min-w-0 gap-3">
      <p className="wrap-anywhere whitespace-pre-wrap border-danger border-l-2 pl-3 text-14 text-danger">
        {failure.detail ?? "The run failed."}
      </p>
      {failure.traceback !== null && <CodeBlock language="traceback" code={failure.traceback.trimEnd()} />}
    </div>
  );
}

interface RunTracePanelProps {
  readonly runId: string;
  /** Whether to show input and output, because nothing else on the screen does. */
  readonly withContent?: boolean;
  /** Whether to draw the workflow, because nothing else on the screen does. */
  readonly withDrawing?: boolean;
}

/** Shows the trace of an ended run. Its caller may share it with the agent's developer. */
export function RunTracePanel({ runId, withContent = false, withDrawing = true }: RunTracePanelProps) {
  const trace = useRunTrace(runId);
  if (!trace.data)
    return trace.isError ? (
      <ErrorState title="Failed to load the trace" onRetry={() => trace.refetch()} />
    ) : (
      <div className="grid gap-3">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-32 w-full" />
      </div>
    );
  return (
    <div className="grid min-w-0 gap-4">
      {withDrawing && trace.data.reader !== "caller" && <TracedDrawing trace={trace.data} />}
      <RunTrace trace={trace.data} />
      {withContent && trace.data.content !== null && <RunContent content={trace.data.content} />}
      {trace.data.reader === "caller" && !trace.data.is_expired && (
        <ShareChoice runId={runId} shared={trace.data.shared} />
      )}
    </div>
  );
}

/** Draws the workflow of a run, without its child runs. */
function TracedDrawing({ trace }: { readonly trace: Trace }) {
  const nodes = fileNodeEntries(trace.entries);
  if (nodes.length === 0) return null;
  const { id, version } = trace.agent;
  return (
    <LazyRunDrawing
      agentId={id}
      version={version}
      latest={latestRuns(nodes)}
      isOver={!isUnderWay(trace.status)}
      entries={nodes}
    />
  );
}

function ShareChoice({ runId, shared }: { readonly runId: string; readonly shared: boolean }) {
  const share = useShareRun(runId);
  return (
    <CheckboxField
      label="Share this run with the agent's developer"
      hint="They can then see your input, the output and the trace. You can undo this at any time."
      checked={shared}
      onChange={share.mutateAsync}
      onFailed={() => notify.error("Failed to change sharing of this run")}
    />
  );
}
