import type { Agent } from "@stoa/contract/catalog";
import { Link } from "@tanstack/react-router";
import { Play, Square } from "lucide-react";
import { type SubmitEvent, useMemo, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { RunEstimate } from "../../../components/run-estimate.tsx";
import { RunOutput } from "../../../components/run-output.tsx";
import { RunReceipt } from "../../../components/run-receipt.tsx";
import { RunTracePanel } from "../../../components/run-trace/run-trace-panel.tsx";
import { TryForm } from "../../../components/try-form.tsx";
import { useCostQuestion } from "../../../components/use-cost-question.tsx";
import { LazyRunDrawing } from "../../../components/workflow/lazy-run-drawing.tsx";
import { fileNodeEntries, latestRuns } from "../../../components/workflow/node-progress.ts";
import { exampleInput, inputData, isComplete } from "../../../lib/input-fields.ts";
import type { RunState } from "../../../lib/run-state.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { useRun } from "../../../queries/live-run.ts";
import { useLiveRunTrace, useRunTrace } from "../../../queries/run-traces.ts";
import { useEstimate } from "../../../queries/runs.ts";

interface PlaygroundDrawingProps {
  readonly agent: Agent;
  readonly state: RunState;
}

/** Draws the agent's workflow, with the state of each node during the run, and its output. */
function PlaygroundDrawing({ agent, state }: PlaygroundDrawingProps) {
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

/** Estimates wait until typing pauses, because each one reads the balance on the server. */
const ESTIMATE_REST_MS = 300;

/** Runs the developer's own agent with its example and shows output, receipt and trace. */
export function PlaygroundRun({ agent }: { readonly agent: Agent }) {
  const [input, setInput] = useState(() => exampleInput(agent));
  const { state, start, follow, stop, stopping } = useRun();
  const outcome = useRef<HTMLDivElement>(null);
  const complete = isComplete(agent.input_params, input);
  const request = useMemo(
    () => (complete ? { agent_id: agent.id, input_data: inputData(agent.input_params, input) } : null),
    [agent, complete, input],
  );
  const estimate = useEstimate(useDebounced(request, ESTIMATE_REST_MS));
  const cost = useCostQuestion();
  const running = state.phase === "executing";

  function run(event: SubmitEvent): void {
    event.preventDefault();
    if (request === null || running) return;
    void cost.confirm([request], ([agreed = request]) => {
      void start(agreed);
      // On a phone the output is below the form, so it scrolls into view when it starts.
      if (matchMedia("(width < 64rem)").matches) outcome.current?.scrollIntoView({ block: "start" });
    });
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
      {cost.question}
      <form onSubmit={run} className="grid gap-4">
        <TryForm
          params={agent.input_params}
          input={input}
          disabled={running}
          onChange={(name, value) => setInput((now) => ({ ...now, [name]: value }))}
        />
        <RunEstimate
          estimate={request === null ? undefined : estimate.data}
          callsOthers={agent.called_agents.length > 0}
        />
        {agent.connectors.length > 0 && (
          <p className="text-14 text-ink-2">
            It uses services of the person who runs it.{" "}
            <Link
              to="/agent/$id"
              params={{ id: String(agent.id) }}
              search={{ tab: "tryit" }}
              className="link"
            >
              Grant access on its page
            </Link>
          </p>
        )}
        {running ? (
          <Button
            variant="outline"
            size="lg"
            busy={stopping}
            disabled={state.runId === null}
            onClick={stop}
            icon={<Square aria-hidden="true" size={14} />}
          >
            Stop
          </Button>
        ) : (
          <Button
            type="submit"
            variant="signal"
            size="lg"
            disabled={!complete}
            icon={<Play aria-hidden="true" size={16} />}
          >
            Run agent
          </Button>
        )}
      </form>
      <div ref={outcome} className="grid min-w-0 scroll-mt-4 gap-6">
        {agent.framework === "n8n" && <PlaygroundDrawing agent={agent} state={state} />}
        <RunOutput state={state} onFollow={follow} />
        {state.result !== null && (
          <>
            <section className="grid min-w-0 gap-3">
              <h3 className="text-16">Trace</h3>
              <RunTracePanel key={state.result.run_id} runId={state.result.run_id} withDrawing={false} />
            </section>
            <div className="w-full max-w-sm">
              <RunReceipt result={state.result} pricePerToken={agent.price_per_token} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
