import type { JsonValue, LogLevel } from "@stoa/runtime/protocol";

/** One run of one node in the trace. */
export interface NodeTrace {
  node: string;
  /** The node that called the sub-workflow that contains this node. Not set in the main workflow. */
  within?: string;
  /** The node that this sub-node served. A sub-node is reported once for each run of the node that it serves. */
  serves?: string;
  runIndex: number;
  /** Milliseconds since the run started. */
  startedAtMs: number;
  ms: number;
  /** The number of items that each input received. */
  itemsIn: number[];
  /** The number of items that each output returned. */
  itemsOut: number[];
  /** The first items of each output, shortened. */
  items: JsonValue[][];
  error?: string;
  /** Whether the node asked a question, which ended the turn of a conversation. */
  asks?: true;
}

/** Receives the events of a run. */
export interface ExecutionEvents {
  onNodeStart?(node: string, within: string | undefined, runIndex: number): void;
  onNodeEnd?(trace: NodeTrace): void;
  /** Receives a chunk of the answer while a model writes it. */
  streamed?(node: string, text: string): void;
  logged?(node: string, level: LogLevel, message: string): void;
  stepped?(
    node: string,
    step: { kind: "message" | "tool_call" | "tool_result"; source: string; text: string },
  ): void;
}
