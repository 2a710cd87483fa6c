import type { Inspection, JsonValue } from "@stoa/runtime/protocol";
import type { LogLevel, NodeTrace, RunError } from "../engine/index.ts";
import type { WorkflowProblem } from "../file/index.ts";
import type { CoverageReport } from "../inspection/coverage-report.ts";
import type { PythonCall } from "../python/python-call.ts";
import type { ChannelMessage } from "./channels.ts";

/** One run. */
export interface RunTask {
  type: "run";
  runId: string;
  source: string;
  input: JsonValue;
  runToken: string;
  wallMs: number;
  /** Returns the output of every node, for a run of a file on its user's machine. */
  wantsNodes: boolean;
  /** The author's own run: pinned output replaces its node. */
  isTest: boolean;
  /** The node whose output is the answer, where its developer named one beside the file. */
  outputNode?: string;
}

/** A look at a file, for its upload or for its author. */
export interface InspectTask {
  type: "inspect";
  source: string;
}

/** What a worker is given: one task, and no other after it. */
export type WorkerTask = RunTask | InspectTask;

/** How a run ended in its worker. */
export interface WorkflowRunResult {
  answer: JsonValue;
  error?: RunError;
  /** What every node gave, by name and output, as JSON. */
  nodes?: string;
}

/** What a file is. */
export interface InspectResult {
  inspection: Inspection;
  coverage: CoverageReport | { problem: WorkflowProblem };
}

/** What a run tells while it goes on. */
export type WorkerEvent =
  | { type: "streamed"; text: string }
  | { type: "logged"; level: LogLevel; node: string; message: string }
  | {
      type: "stepped";
      node: string;
      step: { kind: "message" | "tool_call" | "tool_result"; source: string; text: string };
    }
  | { type: "began"; node: string; within?: string; runIndex: number }
  | { type: "node"; trace: NodeTrace };

/** What a worker is told: its task, and what comes over the lines that it has begun. */
export type ServerMessage = WorkerTask | ChannelMessage;

/** What a worker tells. */
export type WorkerMessage =
  | WorkerEvent
  | ChannelMessage
  | { type: "connect"; line: number }
  | { type: "python"; line: number; call: PythonCall }
  | { type: "ended"; result: WorkflowRunResult }
  | { type: "inspected"; result: InspectResult }
  | { type: "broken"; error: unknown };
