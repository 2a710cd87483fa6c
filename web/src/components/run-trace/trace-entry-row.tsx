import type { TraceEntry } from "@stoa/contract/traces";
import { formatCount, formatMilliseconds, formatRoundedShare, formatUsdFull } from "../../lib/format.ts";
import { Badge } from "../badge.tsx";
import { AgentCallHead } from "./agent-call-head.tsx";
import { agentCallReason } from "./agent-call-words.ts";
import { ModelCallText } from "./model-call-text.tsx";
import { NodeEntryHead, nodeReason } from "./node-entry-head.tsx";
import { TraceText } from "./trace-text.tsx";
import { TraceTrack } from "./trace-track.tsx";
import { entryLabel, outcomeText, refusalText, requestText } from "./trace-words.ts";

export interface TraceEntryRowProps {
  readonly entry: TraceEntry;
  /** How long the whole run took. */
  readonly seconds: number;
  /** Whether the reader may open the runs of other agents that it called. */
  readonly mayOpenRuns: boolean;
}

/** One thing that happened: when, what, and where in the run. */
export function TraceEntryRow({ entry, seconds, mayOpenRuns }: TraceEntryRowProps) {
  const { label, tone } = entryLabel(entry);
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
        <span className="mono break-all text-12 text-ink-2">{requestText(entry)}</span>
        <span className="mono text-12 text-ink-2">
          {entry.status !== null && `${entry.status}, `}
          {formatMilliseconds(entry.duration)}
        </span>
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
          <Reason text={outcomeText(entry)} />
          {entry.content !== null && <ModelCallText content={entry.content} />}
        </>
      );
    case "connector_call":
      return <Reason text={refusalText(entry)} />;
    case "agent_call":
      return <Reason text={agentCallReason(entry)} />;
    case "node":
      return <Reason text={nodeReason(entry)} />;
    case "step":
      return <TraceText text={entry.text} />;
    case "progress":
    case "log":
      return <TraceText text={entry.message} />;
  }
}

/** Why something did not go as asked; nothing where it did. */
function Reason({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <p className="wrap-anywhere whitespace-pre-wrap text-14 text-ink-2">{text}</p>
  );
}
