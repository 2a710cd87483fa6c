import { TEXTS } from "@stoa/contract/texts";
import { Play, Square } from "lucide-react";
import { type KeyboardEvent, type SubmitEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { Select } from "../../components/select.tsx";
import { Textarea } from "../../components/textarea.tsx";
import { useCostQuestion } from "../../components/use-cost-question.tsx";
import { formatUsdFull } from "../../lib/format.ts";
import { getExampleMessage } from "../../lib/message-input.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useAgents } from "../../queries/agents.ts";
import { describeDifference } from "./difference.ts";
import { SideColumn } from "./side-column.tsx";
import { type Side, useChosenAgent, useSide } from "./use-side.ts";

/** The number of agents in the select: one page of the list. Any other agent can be chosen from its own page. */
const OFFERED = 100;

interface AgentChoiceProps {
  readonly label: string;
  readonly id: number | undefined;
  /** The agent on the other side, which cannot be chosen again. */
  readonly other: number | undefined;
  /** The chosen agent's name, even if it is not among the options. */
  readonly name: string | undefined;
  readonly onChange: (id: number) => void;
}

/** Shows a select for the agent of one side. */
function AgentChoice({ label, id, other, name, onChange }: AgentChoiceProps) {
  const agents = useAgents({ sort: "most_run", limit: OFFERED });
  const offered = (agents.data?.pages ?? [])
    .flatMap((page) => page.agents)
    .filter((agent) => agent.id !== other)
    .map((agent) => ({ value: String(agent.id), label: agent.name }));
  const isOffered = offered.some(({ value }) => value === String(id));
  const own = id === undefined || isOffered ? [] : [{ value: String(id), label: name ?? `Agent ${id}` }];
  const none = id === undefined ? [{ value: "", label: "Choose an agent" }] : [];
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={id ?? ""}
          options={[...none, ...own, ...offered]}
          onChange={(event) => event.target.value !== "" && onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}

interface SideBySidePageProps {
  readonly left: number | undefined;
  readonly right: number | undefined;
  readonly onChoose: (sides: {
    readonly left: number | undefined;
    readonly right: number | undefined;
  }) => void;
}

type Sides = readonly [Side, Side];

/** Manages the two agents, the message that both receive, and their runs. */
function useBothSides({ left, right, onChoose }: SideBySidePageProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [first, second] = [useChosenAgent(left), useChosenAgent(right)];
  const message = typed ?? (first.data ? getExampleMessage(first.data) : "");
  const sides: Sides = [useSide(first, message), useSide(second, message)];
  const cost = useCostQuestion();
  const running = sides.some((side) => side.running);
  const ready = sides.every((side) => side.request !== null);
  return {
    message,
    setMessage: setTyped,
    sides,
    running,
    ready,
    question: cost.question,
    choose: (next: { left?: number; right?: number }) => {
      for (const side of sides) side.leave();
      onChoose({ left, right, ...next });
    },
    run: () => {
      if (!ready || running) return;
      const requests = sides.flatMap(({ request }) => (request === null ? [] : [request]));
      void cost.confirm(requests, (agreed) => {
        for (const [at, request] of agreed.entries()) void sides[at]?.start(request);
      });
    },
    stop: () => {
      for (const side of sides) if (side.running) side.stop();
    },
  };
}

interface RunBothButtonProps {
  readonly running: boolean;
  readonly ready: boolean;
  readonly onStop: () => void;
}

/** Shows Run, which becomes Stop while running. It is one button with two states, so that it keeps the focus. */
function RunBothButton({ running, ready, onStop }: RunBothButtonProps) {
  return (
    <Button
      type={running ? "button" : "submit"}
      size="lg"
      variant={running ? "outline" : "signal"}
      disabled={!running && !ready}
      className="max-md:w-full"
      {...(running && { onClick: onStop })}
      icon={running ? <Square aria-hidden="true" size={14} /> : <Play aria-hidden="true" size={16} />}
    >
      {running ? "Stop both" : "Run both"}
    </Button>
  );
}

/** Runs two agents on one message and shows both outputs as they stream, both receipts, and their differences. */
export function SideBySidePage({ left, right, onChoose }: SideBySidePageProps) {
  useDocumentTitle("Side by side");
  const both = useBothSides({ left, right, onChoose });
  const { sides, run } = both;
  const [one, two] = sides;

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) run();
  };

  return (
    <div className="page pt-8">
      <PageHeading
        title="Side by side"
        subtitle="Send one message to two agents and compare their outputs, time and cost."
      />
      <form onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate className="mt-6 grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <AgentChoice
            label="First agent"
            id={left}
            other={right}
            name={one.agent.data?.name}
            onChange={(id) => both.choose({ left: id })}
          />
          <AgentChoice
            label="Second agent"
            id={right}
            other={left}
            name={two.agent.data?.name}
            onChange={(id) => both.choose({ right: id })}
          />
        </div>
        <Field label="Message" hint="Both receive this message; other fields use their examples.">
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              value={both.message}
              onChange={(event) => both.setMessage(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <RunBothButton running={both.running} ready={both.ready} onStop={both.stop} />
          <BothCost sides={sides} />
        </div>
      </form>
      {both.question}
      <Difference sides={sides} />
      <div className="mt-8 grid items-start gap-6 md:grid-cols-2">
        <SideColumn side={one} />
        <SideColumn side={two} />
      </div>
    </div>
  );
}

/** Shows the maximum cost of both runs before they start. */
function BothCost({ sides: [one, two] }: { readonly sides: Sides }) {
  const [a, b] = [one.estimate, two.estimate];
  if (a === undefined || b === undefined)
    return <p className="text-14 text-ink-3">The estimate appears when both can run.</p>;
  return (
    <p className="text-14 text-ink-2">
      Maximum for both <span className="mono text-12 text-ink">{formatUsdFull(a.max_cost + b.max_cost)}</span>
      .{!(a.affordable && b.affordable) && <span className="text-danger"> {TEXTS.run.noCredits}</span>}
    </p>
  );
}

function Difference({ sides: [one, two] }: { readonly sides: Sides }) {
  const [a, b] = [one.state.result, two.state.result];
  const differences = a === null || b === null ? [] : describeDifference([a, b]);
  return (
    <p role="status" className="mt-6 min-h-6 text-16">
      {differences.join(" ")}
    </p>
  );
}
