import type { Agent } from "@stoa/contract/catalog";
import { useMemo, useState } from "react";
import { LazyRunDrawing } from "../../../components/workflow/lazy-run-drawing.tsx";
import { fileNodeEntries, latestRuns } from "../../../components/workflow/node-progress.ts";
import type { RunState } from "../../../lib/run-state.ts";
import { useLiveRunTrace, useRunTrace } from "../../../queries/run-traces.ts";

export interface PlaygroundDrawingProps {
  readonly agent: Agent;
  readonly state: RunState;
}

/** Draws the agent's workflow, with the state of each node during the run, and its output. */
export function PlaygroundDrawing({ agent, state }: PlaygroundDrawingProps) {
  const [open, setOpen] = useState<string | null>(null);
  const { runId, result, nodes, phase } = state;
  const ended = useRunTrace(result?.run_id ?? null);
  const live = useLiveRunTrace(open !== null && phase === "executing" ? runId : null);
  const trace = ended.data ?? live.data;
  const entries = useMemo(() => trace && fileNodeEntries(trace.entries), [trace]);
  const latest = useMemo(
    () => (ended.data && entries ? latestRuns(entries) : nodes),
    [ended.data, entries, nodes],
  );
  return (
    <section aria-label="Workflow" className="grid min-w-0 gap-3">
      <h3 className="text-16">Workflow</h3>
      <LazyRunDrawing
        agentId={agent.id}
        version={result?.metadata.version ?? agent.version}
        latest={latest}
        isOver={phase === "ended"}
        entries={entries}
        onRetry={ended.isError ? () => void ended.refetch() : undefined}
        onOpen={setOpen}
      />
    </section>
  );
}
