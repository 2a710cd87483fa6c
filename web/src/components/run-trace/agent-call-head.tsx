import type { TraceEntry } from "@stoa/contract/traces";
import { CornerDownRight } from "lucide-react";
import { AgentLink } from "../agent-link.tsx";
import { RunLink } from "../run-link.tsx";
import { agentCallFigures } from "./agent-call-words.ts";

export interface AgentCallHeadProps {
  readonly entry: Extract<TraceEntry, { type: "agent_call" }>;
  /** Whether the reader may open the run that was started: it is its caller's, as this one is. */
  readonly mayOpenRun: boolean;
}

/** A call of another agent: which, how it ended and what it took, with the way to its own trace. */
export function AgentCallHead({ entry, mayOpenRun }: AgentCallHeadProps) {
  const { agent_id, agent_name, run_id } = entry;
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2 font-medium text-14">
        <CornerDownRight aria-hidden="true" size={14} className="shrink-0 text-ink-3" />
        {agent_id === null ? (
          <span className="text-ink-2">An agent that it does not declare</span>
        ) : (
          <AgentLink id={agent_id} name={agent_name ?? `Agent ${agent_id}`} />
        )}
      </span>
      <span className="mono text-12 text-ink-2">{agentCallFigures(entry)}</span>
      {run_id !== null && mayOpenRun && (
        <RunLink
          runId={run_id}
          label={`Trace of ${agent_name ?? "the called agent"}`}
          className="link inline-flex items-center min-h-6 text-12 max-md:min-h-11"
        >
          Trace
        </RunLink>
      )}
    </>
  );
}
