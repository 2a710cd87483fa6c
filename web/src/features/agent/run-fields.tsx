import type { Agent } from "@stoa/contract/catalog";
import type { AgentConnector, AgentHosts } from "@stoa/contract/connectors";
import type { Ref } from "react";
import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { RunEstimate } from "../../components/run-estimate.tsx";
import { describeReach } from "../../components/run-questions/host-standing.ts";
import { needsAnswer } from "../../components/run-questions/service-standing.ts";
import { TryForm } from "../../components/try-form.tsx";
import { formatUsdFull } from "../../lib/format.ts";
import { getExampleInput, type TypedInput } from "../../lib/input-fields.ts";
import { useEstimate } from "../../queries/runs.ts";
import { RunButton } from "./run-buttons.tsx";
import type { useTryRun } from "./use-try-run.ts";

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
          onClick={() => onChoose(getExampleInput(agent, index))}
          className="mono inline-flex h-8 min-w-8 items-center justify-center rounded-4 border border-control px-2 text-12 hover:bg-sunken max-md:h-11 max-md:min-w-11"
        >
          {index + 1}
        </button>
      ))}
    </div>
  );
}

interface RunFieldsProps {
  readonly agent: Agent;
  readonly run: ReturnType<typeof useTryRun>;
}

/** Edits the input of a run and its maximum cost. */
export function RunFields({ agent, run }: RunFieldsProps) {
  return (
    <>
      <TryForm params={agent.input_params} input={run.input} onChange={run.change} />
      <ExampleChooser agent={agent} onChoose={run.fill} />
      <RunLimitField
        text={run.maxCostText}
        problem={run.maxCost.problem}
        agentLimit={agent.max_cost_per_run}
        onChange={run.setMaxCostText}
      />
    </>
  );
}

interface ServicesLineProps {
  /** The services of the agent; undefined while they load. */
  readonly services: readonly AgentConnector[] | undefined;
  readonly count: number;
}

/** Returns the names of the APIs chosen for a server, or the name of the service. */
function getName({ choose, chosen = [], display_name: name }: AgentConnector): string {
  if (!choose) return name;
  return chosen.length > 0 ? chosen.join(", ") : "API of your choice";
}

/** Says which services a run uses, and whether the user is asked for permission first. */
function ServicesLine({ services, count }: ServicesLineProps) {
  const names = services?.map(getName).join(", ");
  return (
    <p className={`text-14 text-ink-2 ${count > 1 ? "min-h-10" : "min-h-5"}`}>
      {services !== undefined &&
        `Uses your ${names}${needsAnswer(services) ? ". You must allow this first." : " with the access that you granted."}`}
    </p>
  );
}

type RunBarProps = RunFieldsProps &
  Pick<ServicesLineProps, "services"> & {
    /** The hosts and whether the user allows them; undefined while they load. */
    readonly hosts: AgentHosts | undefined;
    readonly ref: Ref<HTMLDivElement>;
  };

/** Shows what a run uses and costs, and the button that starts it. On large screens, this bar stays at the bottom. */
export function RunBar({ agent, run, services, hosts, ref }: RunBarProps) {
  const { request } = run;
  const estimate = useEstimate(request);
  return (
    <div
      ref={ref}
      className="-mx-1 grid scroll-mt-18 gap-3 border-line border-t bg-bg px-1 pt-3 pb-3 lg:sticky lg:bottom-0 lg:z-10"
    >
      {agent.connectors.length > 0 && <ServicesLine services={services} count={agent.connectors.length} />}
      {agent.hosts !== undefined && agent.hosts.length > 0 && (
        <p className="wrap-anywhere min-h-5 text-14 text-ink-2">{describeReach(agent.hosts, hosts)}</p>
      )}
      <RunEstimate
        estimate={request === null ? undefined : estimate.data}
        callsOthers={agent.called_agents.length > 0}
      />
      <RunButton
        running={run.state.phase === "executing"}
        stopping={run.stopping}
        ready={request !== null}
        onStop={run.stop}
      />
    </div>
  );
}
