import type { RunTrace as Trace } from "@stoa/contract/traces";
import { notify } from "../../lib/notify.ts";
import { isRunActive } from "../../lib/run-state.ts";
import { useRunTrace, useShareRun } from "../../queries/run-traces.ts";
import { CheckboxField } from "../checkbox-field.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Disclosure } from "../disclosure.tsx";
import { ErrorState } from "../error-state.tsx";
import { Skeleton } from "../skeleton.tsx";
import { LazyRunDrawing } from "../workflow/lazy-run-drawing.tsx";
import { filterFileNodeEntries, getLatestRuns } from "../workflow/node-progress.ts";
import { TraceEntryRow } from "./trace-entry-row.tsx";
import { getTraceNotes, summarizeTrace } from "./trace-labels.ts";

/** Lists the steps of a run in order. */
export function RunTrace({ trace }: { readonly trace: Trace }) {
  const notes = getTraceNotes(trace);
  return (
    <div className="grid min-w-0 gap-4">
      <p className="text-14 text-ink-2">{[`${summarizeTrace(trace.entries)}.`, ...notes].join(" ")}</p>
      {trace.failure !== null && <Failure failure={trace.failure} />}
      {trace.entries.length > 0 && (
        <ol aria-label="Steps" className="divide-y divide-line border border-line bg-surface">
          {trace.entries.map((entry, index) => (
            <TraceEntryRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an ended run never change
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
  /** Whether to show input and output, for screens that do not show them elsewhere. */
  readonly withContent?: boolean;
  /** Whether to show the workflow diagram, for screens that do not show it elsewhere. */
  readonly withDrawing?: boolean;
}

/** Shows the trace of an ended run. The run's caller can share the trace with the agent's developer. */
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

/** Shows the workflow diagram of a run, without its child runs. */
function TracedDrawing({ trace }: { readonly trace: Trace }) {
  const nodes = filterFileNodeEntries(trace.entries);
  if (nodes.length === 0) return null;
  const { id, version } = trace.agent;
  return (
    <LazyRunDrawing
      agentId={id}
      version={version}
      latest={getLatestRuns(nodes)}
      isOver={!isRunActive(trace.status)}
      entries={nodes}
    />
  );
}

/** Shows the caller's input and output exactly as they were sent. */
function RunContent({ content }: { readonly content: NonNullable<Trace["content"]> }) {
  const { input, output } = content;
  const answer = typeof output === "string" ? output : JSON.stringify(output, null, 2);
  return (
    <Disclosure title="Input and output">
      <div className="grid min-w-0 gap-3">
        <CodeBlock language="input" code={JSON.stringify(input, null, 2)} />
        {output !== null && <CodeBlock language="answer" code={answer} />}
      </div>
    </Disclosure>
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
