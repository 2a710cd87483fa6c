import type { JsonValue } from "@stoa/runtime/protocol";

/** One run of one node, as the trace shows it. */
export interface NodeTrace {
  node: string;
  /** The node that called the workflow which this one is in, where it is not the file's own. */
  within?: string;
  /** Of a sub-node: the node that it served. It is told once for each run of that node. */
  serves?: string;
  runIndex: number;
  /** Since the run began. */
  startedAtMs: number;
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

/** What a run tells while it goes on. */
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
