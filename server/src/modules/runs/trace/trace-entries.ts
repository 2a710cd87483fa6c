import { ModelCallContent, nanoToUsd, type TraceEntry } from "@stoa/contract";
import type { NodeEvent } from "../live/run-feed.ts";
import type { TracedCall, TracedEvent } from "./trace-store.ts";

/** Returns the agent's text unchanged, or null if the reader is not allowed to see it. */
export type Words = (text: string) => string | null;

/** Determines which text and items a reader may see. */
export interface TraceView {
  words: Words;
  /** Whether the reader may see the items of nodes, which contain secrets of both the caller and the developer. */
  mayReadItems: boolean;
}

/**
 * Returns the seconds since the start. The clocks of the node and the database may differ a little, so the result is
 * never negative.
 */
const getSecondsAfter = (start: Date, at: Date): number => Math.max(0, at.getTime() - start.getTime()) / 1000;

/** The text that replaces the name of a node if the name must not be shown. */
const WITHHELD = "Withheld";

/**
 * Returns the names in a node's event, or replacements for names that must not be shown. The developer wrote the names
 * in the file, but the workflow of a called node may have come with the input.
 */
function toCalledNode({ node, within, serves }: NodeEvent, words: Words) {
  const toVisibleName = (name: string | null) => (name === null ? null : (words(name) ?? WITHHELD));
  return { node: words(node), within: toVisibleName(within), serves: toVisibleName(serves) };
}

function toEventEntry(start: Date, event: TracedEvent, { words, mayReadItems }: TraceView): TraceEntry {
  const at = getSecondsAfter(start, event.at);
  switch (event.kind) {
    case "log":
      return { at, type: "log", level: event.payload.level, message: words(event.payload.message) };
    case "progress": {
      const { message, fraction } = event.payload;
      return { at, type: "progress", message: words(message), fraction: fraction ?? null };
    }
    case "step": {
      const { kind, source, text } = event.payload;
      return { at, type: "step", kind, source: words(source), text: words(text) };
    }
    case "node": {
      const { duration_ms, node, items, error, ...run } = event.payload;
      const duration = duration_ms / 1000;
      return {
        ...run,
        at: Math.max(0, at - duration),
        type: "node",
        ...(run.within === null ? { node } : toCalledNode(event.payload, words)),
        items: mayReadItems ? items : null,
        error: error === null ? null : words(error),
        duration,
      };
    }
    case "connector_call": {
      const { duration_ms, path, ...call } = event.payload;
      const duration = duration_ms / 1000;
      /** The entry is written when the call ends, so its start is calculated. */
      return { ...call, at: Math.max(0, at - duration), type: "connector_call", duration, path: words(path) };
    }
    case "connection": {
      const { duration_ms, host, ...connection } = event.payload;
      const duration = duration_ms / 1000;
      /** The name of a host can contain any data, so it is shown only if the file contains the whole name. */
      return {
        ...connection,
        at: Math.max(0, at - duration),
        type: "connection",
        duration,
        host: words(host),
      };
    }
    case "agent_call": {
      const { duration_ms, reason: why, ...call } = event.payload;
      const duration = duration_ms / 1000;
      const charge = { tokens: event.tokens ?? 0, cost: nanoToUsd(event.cost ?? 0n) };
      /**
       * The reason comes from the other agent, or from Stoa, which may quote that agent's input. Either may repeat what
       * the caller wrote.
       */
      const reason = why === null ? null : words(why);
      return { ...call, ...charge, reason, at: Math.max(0, at - duration), type: "agent_call", duration };
    }
  }
}

function callEntry(start: Date, call: TracedCall): TraceEntry {
  const { content } = call;
  return {
    at: getSecondsAfter(start, call.started_at),
    type: "model_call",
    duration: call.duration_ms / 1000,
    model: call.model_answered,
    model_requested: call.model_requested,
    prompt_tokens: call.prompt_tokens,
    completion_tokens: call.completion_tokens,
    cost: nanoToUsd(call.cost),
    outcome: call.outcome,
    error: call.error_code,
    content: content === null ? null : ModelCallContent.parse({ ...content, is_cut: content.isCut }),
  };
}

/** Returns calls and events in the order of their starts. */
export function traceEntries(
  start: Date,
  events: readonly TracedEvent[],
  calls: readonly TracedCall[],
  view: TraceView,
): TraceEntry[] {
  return [
    ...sortEntries(removeBeginnings(events).map((event) => toEventEntry(start, event, view))),
    ...calls.map((call) => callEntry(start, call)),
  ].sort((a, b) => a.at - b.at);
}

/**
 * Orders the nodes of a file, which run one after another. Nodes that are reported within a millisecond keep their
 * order.
 */
function sortEntries(entries: readonly TraceEntry[]): TraceEntry[] {
  let begun = 0;
  return entries.map((entry) => {
    if (entry.type !== "node" || entry.within !== null || entry.serves !== null) return entry;
    begun = Math.max(begun, entry.at);
    return { ...entry, at: begun };
  });
}

/** Leaves out the start event of a node's run if the run also has a later event. */
function removeBeginnings(events: readonly TracedEvent[]): TracedEvent[] {
  const formatRunKey = ({ node, within, run }: NodeEvent) => JSON.stringify([node, within, run]);
  const ended = new Set<string>();
  for (const { kind, payload } of events)
    if (kind === "node" && payload.state !== "running") ended.add(formatRunKey(payload));
  return events.filter(
    ({ kind, payload }) =>
      kind !== "node" || payload.state !== "running" || !ended.has(formatRunKey(payload)),
  );
}
