import type { JsonValue } from "./json.ts";

/** What a running agent says, in order. Everything in it was written by untrusted code. */
export type RunEvent =
  /** Text that belongs to the answer, as the agent yields it. */
  | { type: "output"; text: string }
  /** A line of the agent's log: stoa.log, print or stderr. Not part of the answer. */
  | { type: "log"; level: LogLevel; message: string }
  /** A step the agent reports about itself; `fraction` is between 0 and 1. */
  | { type: "progress"; message: string; fraction?: number }
  /**
   * What happened between question and answer inside a framework: a message that is not the answer, a tool that was
   * called, what it answered. `source` is the graph's node, the team's member or the tool.
   */
  | { type: "step"; kind: StepKind; source: string; text: string }
  /** A node of a workflow that runs, or has run. */
  | { type: "node"; run: NodeRun };

/** One run of one node of a workflow. */
export interface NodeRun {
  node: string;
  /** The node that called the workflow which this one is in, where it is not the file's own. */
  within?: string;
  /** Of a sub-node: the node that it serves. */
  serves?: string;
  /** How often the node had run before. */
  runIndex: number;
  /** `waiting`: for an answer from outside. */
  state: "running" | "waiting" | "done" | "failed";
  ms: number;
  /** By input. */
  itemsIn: number[];
  /** By output. */
  itemsOut: number[];
  /** The first items by output, shortened. */
  items: JsonValue[][];
  error?: string;
}

export type LogLevel = "debug" | "info" | "warning" | "error";
export type StepKind = "message" | "tool_call" | "tool_result";

/** An event as it is stored and sent on: numbered from 1 within its run. */
export interface NumberedRunEvent {
  seq: number;
  /** Milliseconds since the epoch, by the node that received it. */
  at: number;
  event: RunEvent;
}

/** The value an entry point returned: text stays text, everything else is JSON. */
export type AgentOutput = JsonValue;
