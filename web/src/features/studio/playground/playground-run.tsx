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
import { filterFileNodeEntries, getLatestRuns } from "../../../components/workflow/node-progress.ts";
import { getExampleInput, isComplete, toInputData } from "../../../lib/input-fields.ts";
import type { RunState } from "../../../lib/run-state.ts";
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
  const entries = useMemo(() => trace && filterFileNodeEntries(trace.entries), [trace]);
  const latest = useMemo(
    () => (ended.data && entries ? getLatestRuns(entries) : nodes),
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

/** Manages the input of the playground, its estimate and its run. Calls `onStarted` when the run starts. */
function usePlaygroundRun(agent: Agent, onStarted: () => void) {
  const [input, setInput] = useState(() => getExampleInput(agent));
  const run = useRun();
  const isReady = isComplete(agent.input_params, input);
  const request = useMemo(
    () => (isReady ? { agent_id: agent.id, input_data: toInputData(agent.input_params, input) } : null),
    [agent, isReady, input],
  );
  const estimate = useEstimate(request);
  const cost = useCostQuestion();
  const isRunning = run.state.phase === "executing";

  return {
    ...run,
    input,
    isReady,
    isRunning,
    estimate: request === null ? undefined : estimate.data,
    question: cost.question,
    change: (name: string, value: string) => setInput((now) => ({ ...now, [name]: value })),
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (request === null || isRunning) return;
      void cost.confirm([request], ([confirmed = request]) => {
        void run.start(confirmed);
        onStarted();
      });
    },
  };
}

interface PlaygroundFormProps {
  readonly agent: Agent;
  readonly run: ReturnType<typeof usePlaygroundRun>;
}

/** Shows the input, the estimate, and the button that starts or stops the run. */
function PlaygroundForm({ agent, run }: PlaygroundFormProps) {
  return (
    <form onSubmit={run.submit} className="grid gap-4">
      <TryForm params={agent.input_params} input={run.input} disabled={run.isRunning} onChange={run.change} />
      <RunEstimate estimate={run.estimate} callsOthers={agent.called_agents.length > 0} />
      {agent.connectors.length > 0 && (
        <p className="text-14 text-ink-2">
          It uses services of the person who runs it.{" "}
          <Link to="/agent/$id" params={{ id: String(agent.id) }} search={{ tab: "tryit" }} className="link">
            Grant access on its page
          </Link>
        </p>
      )}
      {run.isRunning ? (
        <Button
          variant="outline"
          size="lg"
          busy={run.stopping}
          disabled={run.state.runId === null}
          onClick={run.stop}
          icon={<Square aria-hidden="true" size={14} />}
        >
          Stop
        </Button>
      ) : (
        <Button
          type="submit"
          variant="signal"
          size="lg"
          disabled={!run.isReady}
          icon={<Play aria-hidden="true" size={16} />}
        >
          Run agent
        </Button>
      )}
    </form>
  );
}

/** Runs the developer's own agent with its example and shows output, receipt and trace. */
export function PlaygroundRun({ agent }: { readonly agent: Agent }) {
  const outcome = useRef<HTMLDivElement>(null);
  const run = usePlaygroundRun(agent, () => {
    // In a narrow window, the output is below the form, so scroll to it when a run starts.
    if (matchMedia("(width < 64rem)").matches) outcome.current?.scrollIntoView({ block: "start" });
  });
  const { state } = run;

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
      {run.question}
      <PlaygroundForm agent={agent} run={run} />
      <div ref={outcome} className="grid min-w-0 scroll-mt-4 gap-6">
        {agent.framework === "n8n" && <PlaygroundDrawing agent={agent} state={state} />}
        <RunOutput state={state} onFollow={run.follow} />
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
