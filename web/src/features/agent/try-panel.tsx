import type { Agent } from "@stoa/contract/catalog";
import { Link, lazyRouteComponent } from "@tanstack/react-router";
import { Columns2 } from "lucide-react";
import { type KeyboardEvent, type SubmitEvent, Suspense, useRef, useState } from "react";
import { CodeExamples } from "../../components/code-examples.tsx";
import { Disclosure } from "../../components/disclosure.tsx";
import { RunActions } from "../../components/run-actions.tsx";
import { RunOutput } from "../../components/run-output.tsx";
import { RunReceipt } from "../../components/run-receipt.tsx";
import { LazyRunTrace } from "../../components/run-trace/lazy-run-trace.tsx";
import { toCodeInput } from "../../lib/input-fields.ts";
import { BackgroundRuns } from "./background-runs.tsx";
import { WithoutWaiting } from "./run-buttons.tsx";
import { RunBar, RunFields } from "./run-fields.tsx";
import { useStartRun } from "./use-start-run.tsx";
import { type AddressedRun, useTryRun } from "./use-try-run.ts";

const ScheduleDialog = lazyRouteComponent(() => import("./schedule-dialog.tsx"));

interface RunDetailsProps {
  readonly agent: Agent;
  readonly run: ReturnType<typeof useTryRun>;
}

/** Shows the trace of the ended run, the run as code, and a link to the comparison with another agent. */
function RunDetails({ agent, run }: RunDetailsProps) {
  const { result } = run.state;
  return (
    <div className="min-w-0 lg:col-span-2 lg:row-start-3">
      {result !== null && (
        <Disclosure key={result.run_id} title="Trace">
          <LazyRunTrace runId={result.run_id} />
        </Disclosure>
      )}
      <Disclosure title="This run as code">
        <CodeExamples
          agentId={agent.id}
          input={toCodeInput(agent.input_params, run.input)}
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
  );
}

interface TryPanelProps {
  readonly agent: Agent;
  readonly addressed: AddressedRun | undefined;
}

/** Shows the form filled with an example, the cost before, during and after the run, and actions for the answer. */
export function TryPanel({ agent, addressed }: TryPanelProps) {
  const run = useTryRun(agent, addressed);
  const { state, request } = run;
  const runBar = useRef<HTMLDivElement>(null);
  const [scheduling, setScheduling] = useState(false);
  const start = useStartRun(agent, run, () => {
    // In a narrow window, the output is below the form, so scroll until the Stop button and the output are visible.
    if (matchMedia("(width < 64rem)").matches) runBar.current?.scrollIntoView({ block: "start" });
  });

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    start.submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) start.submit();
  };

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr_auto]">
      <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid min-w-0 grid-cols-1 gap-4" noValidate>
        <RunFields agent={agent} run={run} />
        <RunBar ref={runBar} agent={agent} run={run} services={start.services} hosts={start.hosts} />
        <WithoutWaiting
          running={state.phase === "executing"}
          ready={request !== null}
          starting={start.isStartingInBackground}
          onBackground={start.runInBackground}
          onSchedule={() => setScheduling(true)}
        />
        <BackgroundRuns agent={agent} followed={state.runId} />
      </form>
      <div className="grid min-w-0 lg:row-span-2">
        <RunOutput
          state={state}
          onFollow={run.follow}
          {...(state.result !== null && {
            footer: <RunActions result={state.result} onRunAgain={start.submit} />,
          })}
        />
      </div>
      {state.result !== null && (
        <div className="max-w-sm">
          <RunReceipt result={state.result} pricePerToken={agent.price_per_token} />
        </div>
      )}
      <RunDetails agent={agent} run={run} />
      {start.dialogs}
      {scheduling && request !== null && (
        <Suspense>
          <ScheduleDialog agent={agent} request={request} onClose={() => setScheduling(false)} />
        </Suspense>
      )}
    </div>
  );
}
