import type { RunTrace as Trace } from "@stoa/contract/traces";
import { CodeBlock } from "../code-block.tsx";
import { TraceEntryRow } from "./trace-entry-row.tsx";
import { traceNotes, traceSummary } from "./trace-words.ts";

/** What happened in a run, in order. */
export function RunTrace({ trace }: { readonly trace: Trace }) {
  const notes = traceNotes(trace);
  return (
    <div className="grid min-w-0 gap-4">
      <p className="text-14 text-ink-2">{[`${traceSummary(trace.entries)}.`, ...notes].join(" ")}</p>
      {trace.failure !== null && <Failure failure={trace.failure} />}
      {trace.entries.length > 0 && (
        <ol aria-label="What happened" className="divide-y divide-line border border-line bg-surface">
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
