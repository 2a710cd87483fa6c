import type { JsonValue } from "./json.ts";

/** An event of a running agent. Its content is not trusted. */
export type RunEvent =
  /** A part of the answer's text, as the agent yields it. */
  | { type: "output"; text: string }
  /** A line of the agent's log: stoa.log, print or stderr. It is not part of the answer. */
  | { type: "log"; level: LogLevel; message: string }
  /** The agent's current activity, as it reports it. `fraction` is between 0 and 1. */
  | { type: "progress"; message: string; fraction?: number }
  /**
   * A step of a framework before the answer: an intermediate message, a tool call or a tool result. `source` is
   * the graph node, the team member or the tool.
   */
  | { type: "step"; kind: StepKind; source: string; text: string }
  /** A host that the agent tried to reach although its version does not declare it. Each host is reported once. */
  | { type: "undeclared_host"; host: string }
  /** A node of a workflow that is running or has run. */
  | { type: "node"; run: NodeRun };

/** One run of one node of a workflow. */
export interface NodeRun {
  node: string;
  /** If the node is in a sub-workflow, the node of the calling workflow that called it. */
  within?: string;
  /** The node that this sub-node serves. */
  serves?: string;
  /** The number of earlier runs of the node. */
  runIndex: number;
  /** `waiting`: the node waits for an answer from a person or another system. */
  state: "running" | "waiting" | "done" | "failed";
  ms: number;
  /** The number of items that each input received. */
  itemsIn: number[];
  /** The number of items that each output emitted. */
  itemsOut: number[];
  /** The first items of each output, shortened. */
  items: JsonValue[][];
  error?: string;
}

export type LogLevel = "debug" | "info" | "warning" | "error";
export type StepKind = "message" | "tool_call" | "tool_result";

/** An event as it is stored and forwarded, numbered from 1 within its run. */
export interface NumberedRunEvent {
  seq: number;
  /** Milliseconds since the epoch, on the clock of the node that received it. */
  at: number;
  event: RunEvent;
}

/** The return value of an entry point. A string stays a string, and every other value becomes JSON. */
export type AgentOutput = JsonValue;
