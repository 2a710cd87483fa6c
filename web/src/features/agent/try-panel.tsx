import type { Agent } from "@stoa/contract/catalog";
import type { RunRequest } from "@stoa/contract/runs";
import { Link, lazyRouteComponent } from "@tanstack/react-router";
import { Columns2 } from "lucide-react";
import { type KeyboardEvent, type SubmitEvent, Suspense, useRef, useState } from "react";
import { CodeExamples } from "../../components/code-examples.tsx";
import { Disclosure } from "../../components/disclosure.tsx";
import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { RunActions } from "../../components/run-actions.tsx";
import { RunEstimate } from "../../components/run-estimate.tsx";
import { RunOutput } from "../../components/run-output.tsx";
import { RunReceipt } from "../../components/run-receipt.tsx";
import { RunTracePanel } from "../../components/run-trace/run-trace-panel.tsx";
import { TryForm } from "../../components/try-form.tsx";
import { useCostQuestion } from "../../components/use-cost-question.tsx";
import { formatUsdFull } from "../../lib/format.ts";
import { exampleInput, inputForCode, type TypedInput } from "../../lib/input-fields.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { useAgentServices } from "../../queries/connector-grants.ts";
import { useEstimate } from "../../queries/runs.ts";
import { BackgroundRuns } from "./background-runs.tsx";
import { RunButton, WithoutWaiting } from "./run-buttons.tsx";
import { needsAnswer } from "./service-standing.ts";
import { ServicesLine } from "./services-line.tsx";
import { useIntendedRun } from "./use-intended-run.ts";
import { useLeaveRunning } from "./use-leave-running.ts";
import { type AddressedRun, useTryRun } from "./use-try-run.ts";

interface RunLimitFieldProps {
  readonly text: string;
  readonly problem: string | null;
  /** The agent's own limit, in USD. */
  readonly agentLimit: number;
  readonly onChange: (text: string) => void;
}

/** Lets the user limit the maximum cost of this run. */
function RunLimitField({ text, problem, agentLimit, onChange }: RunLimitFieldProps) {
  return (
    <Field
      label="Spend at most"
      aside="USD, optional"
      hint={`The agent's own limit is ${formatUsdFull(agentLimit)} per run. The run stops when it reaches the limit; you keep the partial output.`}
      error={problem ?? undefined}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder={String(agentLimit)}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface ExampleChooserProps {
  readonly agent: Agent;
  readonly onChoose: (input: TypedInput) => void;
}

/** Shows the agent's examples if it has several; each fills in the form. */
function ExampleChooser({ agent, onChoose }: ExampleChooserProps) {
  if (agent.examples.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 text-14">
      <span className="text-ink-2">Examples</span>
      {agent.examples.map((example, index) => (
        <button
          key={JSON.stringify(example)}
          type="button"
          aria-label={`Fill in example ${index + 1}`}
          onClick={() => onChoose(exampleInput(agent, index))}
          className="mono inline-flex h-8 min-w-8 items-center justify-center rounded-4 border border-control px-2 text-12 hover:bg-sunken max-md:h-11 max-md:min-w-11"
        >
          {index + 1}
        </button>
      ))}
    </div>
  );
}

const ConsentDialog = lazyRouteComponent(() => import("./consent-dialog.tsx"));
const ScheduleDialog = lazyRouteComponent(() => import("./schedule-dialog.tsx"));

/** Estimates wait until typing pauses, because each one reads the balance on the server. */
const ESTIMATE_REST_MS = 300;

interface TryPanelProps {
  readonly agent: Agent;
  readonly addressed: AddressedRun | undefined;
}

/** Shows the form filled with an example, the cost before, during and after the run, and actions for the answer. */
export function TryPanel({ agent, addressed }: TryPanelProps) {
  const run = useTryRun(agent, addressed);
  const { state, request } = run;
  const estimate = useEstimate(useDebounced(request, ESTIMATE_REST_MS));
  const running = state.phase === "executing";
  const outcome = useRef<HTMLDivElement>(null);
  const services = useAgentServices(agent);
  const [asking, setAsking] = useState<(() => void) | null>(null);
  const [scheduling, setScheduling] = useState(false);
  const background = useLeaveRunning(agent, run);
  const cost = useCostQuestion();

  /** Asks for permission first if the agent uses services that it may not use yet. */
  const whenAllowed = (next: () => void) => {
    if (needsAnswer(services.data ?? [])) setAsking(() => next);
    else next();
  };
  const begin = async (agreed: RunRequest) => {
    const started = run.start(agreed);
    // On a phone the output is below the form, so it scrolls into view when it starts.
    if (matchMedia("(width < 64rem)").matches) outcome.current?.scrollIntoView({ block: "start" });
    if ((await started) !== "grant_needed") return;
    void services.refetch();
    setAsking(() => () => void begin(agreed));
  };
  /** Asks every question that a run needs, and returns the confirmed request. */
  const whenAgreed = (next: (agreed: RunRequest) => void) => {
    if (request === null) return;
    whenAllowed(() => void cost.confirm([request], ([agreed = request]) => next(agreed)));
  };
  const submit = () => {
    if (!running) whenAgreed((agreed) => void begin(agreed));
  };
  useIntendedRun(agent.id, submit);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
  };

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr_auto]">
      <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid min-w-0 grid-cols-1 gap-4" noValidate>
        <TryForm params={agent.input_params} input={run.input} onChange={run.change} />
        <ExampleChooser agent={agent} onChoose={run.fill} />
        <RunLimitField
          text={run.maxCostText}
          problem={run.maxCost.problem}
          agentLimit={agent.max_cost_per_run}
          onChange={run.setMaxCostText}
        />
        <div className="-mx-1 grid gap-3 border-line border-t bg-bg px-1 pt-3 pb-3 lg:sticky lg:bottom-0 lg:z-10">
          {agent.connectors.length > 0 && (
            <ServicesLine services={services.data} count={agent.connectors.length} />
          )}
          <RunEstimate
            estimate={request === null ? undefined : estimate.data}
            callsOthers={agent.called_agents.length > 0}
          />
          <RunButton running={running} stopping={run.stopping} ready={request !== null} onStop={run.stop} />
        </div>
        <WithoutWaiting
          running={running}
          ready={request !== null}
          starting={background.starting}
          onBackground={running ? background.leave : () => whenAgreed(background.start)}
          onSchedule={() => setScheduling(true)}
        />
        <BackgroundRuns agent={agent} followed={state.runId} />
      </form>
      <div ref={outcome} className="grid min-w-0 scroll-mt-18 lg:row-span-2">
        <RunOutput
          state={state}
          onFollow={run.follow}
          {...(state.result !== null && {
            footer: <RunActions result={state.result} onRunAgain={submit} />,
          })}
        />
      </div>
      {state.result !== null && (
        <div className="max-w-sm">
          <RunReceipt result={state.result} pricePerToken={agent.price_per_token} />
        </div>
      )}
      <div className="min-w-0 lg:col-span-2 lg:row-start-3">
        {state.result !== null && (
          <Disclosure key={state.result.run_id} title="Trace">
            <RunTracePanel runId={state.result.run_id} />
          </Disclosure>
        )}
        <Disclosure title="This run as code">
          <CodeExamples
            agentId={agent.id}
            input={inputForCode(agent.input_params, run.input)}
            maxCost={run.maxCost.value}
            withSdk
          />
        </Disclosure>
        <p className="mt-3 text-14">
          <Link to="/side-by-side" search={{ left: agent.id }} className="link-alone">
            <Columns2 aria-hidden="true" size={16} />
            Compare with another agent
          </Link>
        </p>
      </div>
      {cost.question}
      {asking !== null && (
        <Suspense>
          <ConsentDialog
            agent={agent}
            uses={services.data}
            thenRun
            onAllowed={() => {
              setAsking(null);
              asking();
            }}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
      {scheduling && request !== null && (
        <Suspense>
          <ScheduleDialog agent={agent} request={request} onClose={() => setScheduling(false)} />
        </Suspense>
      )}
    </div>
  );
}
