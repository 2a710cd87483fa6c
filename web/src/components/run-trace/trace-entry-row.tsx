import type { ModelCallContent, TraceEntry } from "@stoa/contract/traces";
import { CornerDownRight } from "lucide-react";
import { cx } from "../../lib/class-names.ts";
import { formatCount, formatMilliseconds, formatRoundedShare, formatUsdFull } from "../../lib/format.ts";
import { AgentLink } from "../agent-link.tsx";
import { Badge } from "../badge.tsx";
import { RunLink } from "../run-link.tsx";
import { formatItems } from "../workflow/node-labels.ts";
import type { NodeEntry } from "../workflow/node-progress.ts";
import { formatAgentCall, getAgentCallReason } from "./agent-call-labels.ts";
import {
  describeConnectionEnd,
  describeOutcome,
  describeRefusal,
  formatConnection,
  formatHost,
  formatRequest,
  getEntryExtent,
  getEntryLabel,
} from "./trace-labels.ts";

/**
 * The maximum number of characters that are shown in full. Longer text, and text with many lines, is collapsed, so that
 * the trace stays easy to scan.
 */
const LONG_CHARS = 240;
const LONG_LINES = 4;

/** Shows text from the agent, or says that it is hidden. */
function TraceText({ text }: { readonly text: string | null }) {
  if (text === null) return <p className="text-14 text-ink-3 italic">Hidden</p>;
  if (text === "") return null;
  const isLong = text.length > LONG_CHARS || text.split("\n").length > LONG_LINES;
  if (!isLong) return <p className="wrap-anywhere whitespace-pre-wrap text-14">{text}</p>;
  return (
    <details className="group">
      <summary className="list-none text-14 [&::-webkit-details-marker]:hidden">
        <span className="line-clamp-2 wrap-anywhere group-open:hidden">{text.slice(0, LONG_CHARS)}</span>
        <span className="link text-12 text-ink-2">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-14">{text}</p>
    </details>
  );
}

/** Shows one execution of a workflow node: its name, input, output and duration. */
function NodeEntryHead({ entry }: { readonly entry: NodeEntry }) {
  const { node, within, serves, run, duration, state } = entry;
  return (
    <>
      <span className="break-words font-medium text-14">
        {within !== null && `${within} › `}
        {node ?? "Withheld"}
      </span>
      <span className="mono text-12 text-ink-2">
        {run > 0 && `run ${run + 1}, `}
        {serves === null ? `${formatItems(entry)}, ` : `for ${serves}, `}
        {state === "waiting"
          ? "waiting for your answer"
          : state === "running"
            ? "running"
            : formatMilliseconds(duration)}
      </span>
    </>
  );
}

/** Returns why a node failed. A reader without permission only learns that it failed. */
function getNodeReason({ state, error }: NodeEntry): string | null {
  return state === "failed" ? (error ?? "Failed (reason hidden)") : null;
}

/** Shows the prompt and response of a model call, collapsed. */
function ModelCallText({ content }: { readonly content: ModelCallContent }) {
  const { messages, answer, is_cut } = content;
  return (
    <details>
      <summary className="text-12 text-ink-2">
        <span className="link">Prompt and response</span>
      </summary>
      <dl className="mt-2 grid gap-2 border-line border-l-2 pl-3">
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of an ended call never change
          <Part key={index} label={message.role} text={message.text} />
        ))}
        <Part label="answer" text={answer} />
      </dl>
      {is_cut && <p className="mt-1 text-12 text-ink-3">Shortened: only part of a call is stored.</p>}
    </details>
  );
}

function Part({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd>
        <TraceText text={text} />
      </dd>
    </div>
  );
}

interface AgentCallHeadProps {
  readonly entry: Extract<TraceEntry, { type: "agent_call" }>;
  /** Whether the reader may open the child run, as only the caller of this run may. */
  readonly mayOpenRun: boolean;
}

/** Shows a call to another agent: the agent's name, how the call ended, what it used, and a link to its trace. */
function AgentCallHead({ entry, mayOpenRun }: AgentCallHeadProps) {
  const { agent_id, agent_name, run_id } = entry;
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2 font-medium text-14">
        <CornerDownRight aria-hidden="true" size={14} className="shrink-0 text-ink-3" />
        {agent_id === null ? (
          <span className="text-ink-2">An agent that this agent does not declare</span>
        ) : (
          <AgentLink id={agent_id} name={agent_name ?? `Agent ${agent_id}`} />
        )}
      </span>
      <span className="mono text-12 text-ink-2">{formatAgentCall(entry)}</span>
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

interface TraceEntryRowProps {
  readonly entry: TraceEntry;
  /** The duration of the whole run. */
  readonly seconds: number;
  /** Whether the reader may open child runs. */
  readonly mayOpenRuns: boolean;
}

/** Shows one trace entry: when it happened, what happened, and its position in the run. */
export function TraceEntryRow({ entry, seconds, mayOpenRuns }: TraceEntryRowProps) {
  const { label, tone } = getEntryLabel(entry);
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-x-3 px-4 py-3 sm:grid-cols-[4.5rem_1fr_8rem]">
      <span className="mono pt-0.5 text-12 text-ink-3">{formatMilliseconds(entry.at)}</span>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <EntryHead entry={entry} mayOpenRuns={mayOpenRuns} />
        </p>
        <EntryBody entry={entry} />
      </div>
      <TraceTrack entry={entry} seconds={seconds} />
    </li>
  );
}

function EntryHead({ entry, mayOpenRuns }: Omit<TraceEntryRowProps, "seconds">) {
  if (entry.type === "model_call")
    return (
      <>
        <span className="break-words font-medium text-14">{entry.model}</span>
        <span className="mono text-12 text-ink-2">
          {formatCount(entry.prompt_tokens)} + {formatCount(entry.completion_tokens)} tok,{" "}
          {formatMilliseconds(entry.duration)}, {formatUsdFull(entry.cost)}
        </span>
      </>
    );
  if (entry.type === "connector_call")
    return (
      <>
        <span className="break-words font-medium text-14">{entry.service}</span>
        <span className="mono break-all text-12 text-ink-2">{formatRequest(entry)}</span>
        <span className="mono text-12 text-ink-2">
          {entry.status !== null && `${entry.status}, `}
          {formatMilliseconds(entry.duration)}
        </span>
      </>
    );
  if (entry.type === "connection")
    return (
      <>
        <span className="wrap-anywhere font-medium text-14">{formatHost(entry)}</span>
        <span className="mono text-12 text-ink-2">{formatConnection(entry)}</span>
      </>
    );
  if (entry.type === "agent_call") return <AgentCallHead entry={entry} mayOpenRun={mayOpenRuns} />;
  if (entry.type === "node") return <NodeEntryHead entry={entry} />;
  if (entry.type === "step")
    return <span className="break-words font-medium text-14">{entry.source ?? "Withheld"}</span>;
  if (entry.type === "progress" && entry.fraction !== null)
    return <span className="mono text-12 text-ink-2">{formatRoundedShare(entry.fraction, 1)}</span>;
  return null;
}

function EntryBody({ entry }: { readonly entry: TraceEntry }) {
  switch (entry.type) {
    case "model_call":
      return (
        <>
          <Reason text={describeOutcome(entry)} />
          {entry.content !== null && <ModelCallText content={entry.content} />}
        </>
      );
    case "connector_call":
      return <Reason text={describeRefusal(entry)} />;
    case "connection":
      return <Reason text={describeConnectionEnd(entry)} />;
    case "agent_call":
      return <Reason text={getAgentCallReason(entry)} />;
    case "node":
      return <Reason text={getNodeReason(entry)} />;
    case "step":
      return <TraceText text={entry.text} />;
    case "progress":
    case "log":
      return <TraceText text={entry.message} />;
  }
}

/** Shows the reason if a call did not succeed; otherwise nothing. */
function Reason({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <p className="wrap-anywhere whitespace-pre-wrap text-14 text-ink-2">{text}</p>
  );
}

function getBarColor(entry: TraceEntry): string {
  if (entry.type === "model_call") return "bg-signal";
  if (entry.type === "agent_call") return entry.outcome === "answered" ? "bg-signal" : "bg-ink-3";
  const isOutside = entry.type === "connector_call" || entry.type === "connection";
  return isOutside ? "bg-ink-3" : "bg-control";
}

/**
 * Shows an entry's position in the run. The bar of a call is as long as the call's duration. Model calls and answered
 * agent calls are orange, because they are charged.
 */
function TraceTrack({ entry, seconds }: { readonly entry: TraceEntry; readonly seconds: number }) {
  const { from, length } = getEntryExtent(entry, seconds);
  return (
    <span aria-hidden="true" className="relative mt-2 h-1.5 self-start bg-sunken max-sm:hidden">
      <span
        className={cx("absolute inset-y-0 min-w-0.5", getBarColor(entry))}
        style={{ left: `min(${from * 100}%, 100% - 2px)`, width: `${length * 100}%` }}
      />
    </span>
  );
}
