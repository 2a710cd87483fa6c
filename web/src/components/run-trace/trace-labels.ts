import type { RunTrace, TraceEntry } from "@stoa/contract/traces";
import { formatBytes, formatMilliseconds, formatPlural, NOT_MEASURED } from "../../lib/format.ts";
import type { BadgeTone } from "../badge.tsx";

type Log = Extract<TraceEntry, { type: "log" }>;
type Step = Extract<TraceEntry, { type: "step" }>;
type Node = Extract<TraceEntry, { type: "node" }>;
type ModelCall = Extract<TraceEntry, { type: "model_call" }>;
type Connection = Extract<TraceEntry, { type: "connection" }>;
type ConnectorCall = Extract<TraceEntry, { type: "connector_call" }>;

const STEPS: Record<Step["kind"], string> = {
  message: "Message",
  tool_call: "Tool call",
  tool_result: "Tool result",
};
const NODE_TONES: Record<Node["state"], BadgeTone> = {
  running: "warn",
  waiting: "warn",
  done: "ok",
  failed: "danger",
};
const LEVELS: Record<Log["level"], { label: string; tone: BadgeTone }> = {
  debug: { label: "Debug", tone: "neutral" },
  info: { label: "Log", tone: "neutral" },
  warning: { label: "Warning", tone: "warn" },
  error: { label: "Error", tone: "danger" },
};
const OUTCOMES: Record<ModelCall["outcome"], string | null> = {
  completed: null,
  cut: "Stopped at the run's cost limit",
  client_gone: "The agent did not wait for the response",
  error: "Failed",
};

/** Returns the kind of an entry in one or two words, and its color. */
export function getEntryLabel(entry: TraceEntry): { label: string; tone: BadgeTone } {
  switch (entry.type) {
    case "model_call":
      return { label: "Model", tone: entry.outcome === "error" ? "danger" : "info" };
    case "connector_call":
      return { label: "Connector", tone: hasSucceeded(entry) ? "ok" : "danger" };
    case "connection":
      return { label: "Connection", tone: entry.outcome === "connected" ? "ok" : "danger" };
    case "agent_call":
      return { label: "Agent", tone: entry.outcome === "answered" ? "ok" : "danger" };
    case "step":
      return { label: STEPS[entry.kind], tone: "neutral" };
    case "node":
      return { label: "Node", tone: NODE_TONES[entry.state] };
    case "progress":
      return { label: "Progress", tone: "neutral" };
    case "log":
      return LEVELS[entry.level];
  }
}

/** Returns whether the service did what was requested. */
function hasSucceeded({ outcome, status }: ConnectorCall): boolean {
  return outcome === "answered" && status !== null && status < 400;
}

/** Returns how a model call ended; null if it completed. */
export function describeOutcome({ outcome, error }: ModelCall): string | null {
  const text = OUTCOMES[outcome];
  return text !== null && error !== null ? `${text}: ${error}` : text;
}

/** Formats a request to a service as its method and path. The path is a dash if it may contain the caller's text. */
export function formatRequest({ method, path }: ConnectorCall): string {
  return `${method} ${path ?? NOT_MEASURED}`;
}

/** Returns why a call to a service was refused or failed; null if the service answered and the trace has no reason. */
export function describeRefusal({ outcome, reason }: ConnectorCall): string | null {
  if (outcome === "answered") return reason;
  const text = outcome === "refused" ? "Refused by Stoa" : "Incomplete response";
  return reason === null ? text : `${text}: ${reason}`;
}

/** Formats the host of a connection, with its port unless that is 80 or 443. */
export function formatHost({ host, port }: Connection): string {
  if (host === null) return "Hidden host";
  return port === null || port === 443 || port === 80 ? host : `${host}:${port}`;
}

/**
 * Formats how much a connection transferred and how long it took: "sent 1.2 KB, received 40 KB, 320 ms". Returns an
 * empty string if Stoa refused the connection.
 */
export function formatConnection({ bytes_sent, bytes_received, duration, outcome }: Connection): string {
  if (outcome === "refused") return "";
  const moved = `sent ${formatBytes(bytes_sent)}, received ${formatBytes(bytes_received)}`;
  return `${moved}, ${formatMilliseconds(duration)}`;
}

/** Returns why a connection was refused or failed; null if it ended normally. */
export function describeConnectionEnd({ outcome, reason }: Connection): string | null {
  if (outcome === "connected") return null;
  const text = outcome === "refused" ? "Refused by Stoa" : "Failed";
  return reason === null ? text : `${text}: ${reason}`;
}

/** Summarizes a trace in one line: "2 model calls, 3 steps". */
export function summarizeTrace(entries: readonly TraceEntry[]): string {
  const count = (type: TraceEntry["type"]) => entries.filter((entry) => entry.type === type).length;
  const parts: readonly (readonly [number: number, one: string, many?: string])[] = [
    [count("model_call"), "model call"],
    [count("connector_call"), "connector call"],
    [count("connection"), "connection"],
    [count("agent_call"), "agent call"],
    [count("step"), "step"],
    [count("node"), "node run", "node runs"],
    [count("progress") + count("log"), "log line"],
  ];
  const named = parts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => formatPlural(number, one, many));
  return named.length > 0 ? named.join(", ") : "No steps recorded";
}

/** Returns a note for each reason why parts of the trace are hidden or missing; empty if everything is shown. */
export function getTraceNotes(trace: RunTrace): string[] {
  return [
    trace.reader === "developer" && !trace.shared
      ? "The caller has not shared this run. Content that may repeat their input is hidden."
      : null,
    trace.reader === "caller" && isLogWithheld(trace)
      ? "This run was stopped before it was charged, so the agent's logs are hidden."
      : null,
    trace.is_expired ? "The contents and logs of this run have expired." : null,
    trace.is_cut ? "Only the beginning is shown." : null,
  ].filter((note) => note !== null);
}

/** Returns when an entry starts and how long it takes, as shares of the run's duration from 0 to 1. */
export function getEntryExtent(entry: TraceEntry, seconds: number): { from: number; length: number } {
  const whole = Math.max(seconds, entry.at, 0.001);
  const from = Math.min(entry.at / whole, 1);
  const length = "duration" in entry ? Math.min(entry.duration / whole, 1 - from) : 0;
  return { from, length };
}

/** Returns whether the trace contains log or progress entries whose text is hidden. */
function isLogWithheld({ entries }: RunTrace): boolean {
  return entries.some(
    (entry) => (entry.type === "log" || entry.type === "progress") && entry.message === null,
  );
}
