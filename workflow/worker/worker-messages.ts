import type { Inspection, JobConversation, JobFile, JsonValue, LogLevel } from "@stoa/runtime/protocol";
import type { NodeTrace, RunError } from "../engine/index.ts";
import type { WorkflowProblem } from "../file/index.ts";
import type { CoverageReport } from "../inspection/coverage-report.ts";
import type { PythonCall } from "../python/python-call.ts";
import type { ChannelMessage } from "./channels.ts";

/** A task that runs a workflow. */
export interface RunTask {
  type: "run";
  runId: string;
  source: string;
  input: JsonValue;
  /** The files to which the input refers. */
  files?: readonly JobFile[];
  runToken: string;
  wallMs: number;
  /** Whether to return the output of every node, for `stoa workflow`. */
  wantsNodes: boolean;
  /** Whether this is the author's own test run, in which pinned output replaces its nodes. */
  isTest: boolean;
  /**
   * Whether to run nodes in addition to returning their pinned output. The answer is then a `PinnedComparison`, and the
   * run reaches nothing outside its process.
   */
  comparesPinned?: boolean;
  /** The node whose output is the answer, if the developer has named one. */
  outputNode?: string;
  /** Set if the run is a turn of a conversation. */
  conversation?: Pick<JobConversation, "id" | "state" | "earlierRuns">;
}

/** A task that inspects a file, for its upload or for its author. */
export interface InspectTask {
  type: "inspect";
  source: string;
}

/** The only task of a worker. */
export type WorkerTask = RunTask | InspectTask;

export interface WorkflowRunResult {
  answer: JsonValue;
  error?: RunError;
  /** What the next turn of the conversation continues, if the answer is a question. */
  state?: string;
  /** The output of every node as JSON, keyed by node, one list per output. */
  nodes?: string;
}

export interface InspectResult {
  inspection: Inspection;
  coverage: CoverageReport | { problem: WorkflowProblem };
}

/** An event that a worker reports during a run. */
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

/** A message from the server to a worker: its task, or a message on a channel that the worker opened. */
export type ServerMessage = WorkerTask | ChannelMessage;

/** A message from a worker to the server. */
export type WorkerMessage =
  | WorkerEvent
  | ChannelMessage
  | { type: "connect"; line: number }
  | { type: "python"; line: number; call: PythonCall }
  | { type: "ended"; result: WorkflowRunResult }
  | { type: "inspected"; result: InspectResult }
  | { type: "broken"; error: unknown };
