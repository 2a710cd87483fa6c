import type { JsonValue } from "@stoa/runtime/protocol";

/** One run of one node, as the trace shows it. */
export interface NodeTrace {
  node: string;
  /** The node that called the sub-workflow this node is in. Not set in the main workflow. */
  within?: string;
  /** The node that this sub-node served. A sub-node is reported once per run of that node. */
  serves?: string;
  runIndex: number;
  /** Milliseconds since the run started. */
  startedAtMs: number;
  ms: number;
  /** By input. */
  itemsIn: number[];
  /** By output. */
  itemsOut: number[];
  /** The first items of each output, shortened. */
  items: JsonValue[][];
  error?: string;
}

export type LogLevel = "debug" | "info" | "warning" | "error";

/** Receives what happens during a run. */
export interface ExecutionEvents {
  nodeStarted?(node: string, within: string | undefined, runIndex: number): void;
  nodeEnded?(trace: NodeTrace): void;
  /** A piece of the answer, as a model writes it. */
  streamed?(node: string, text: string): void;
  logged?(node: string, level: LogLevel, message: string): void;
  stepped?(
    node: string,
    step: { kind: "message" | "tool_call" | "tool_result"; source: string; text: string },
  ): void;
}
