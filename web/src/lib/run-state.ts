import type { ErrorCode } from "@stoa/contract/errors";
import type { RunStatus } from "@stoa/contract/run-status";
import type { ExecutionResult, NodeOfRun } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import { HttpError } from "./http-error.ts";
import type { RunFollowEvent } from "./run-stream.ts";

/** A step of a run that has happened: a call of a tool, a message of one of its agents, or a node of a workflow. */
export interface RunStep {
  readonly label: string;
  readonly text: string;
}

/** The number of steps that a screen keeps. Nobody reads more while the agent runs; the trace has all of them. */
const STEPS_MAX = 200;

/** A run as the screen shows it. Money is in USD. */
export interface RunState {
  readonly phase: "idle" | "executing" | "ended";
  readonly runId: string | null;
  /** Whether the screen opened an earlier run, whose input may differ from the form's input. */
  readonly opened: boolean;
  readonly output: string;
  readonly tokens: number;
  readonly cost: number;
  /** The run's current step. */
  readonly message: string | null;
  /** The latest steps, oldest first. */
  readonly steps: readonly RunStep[];
  /** The latest state of each node of a workflow's own file, keyed by the node's name; empty for other agents. */
  readonly nodes: ReadonlyMap<string, NodeOfRun>;
  /** The nodes of a workflow that wait for an answer, including those of sub-workflows. */
  readonly waiting: ReadonlySet<string>;
  /** Whether the connection is currently lost; the run continues on the server. */
  readonly lost: boolean;
  readonly result: ExecutionResult | null;
  readonly error: string | null;
  /** The stable code of the error with which the run was refused or ended. */
  readonly code: ErrorCode | null;
}

export const IDLE: RunState = {
  phase: "idle",
  runId: null,
  opened: false,
  output: "",
  tokens: 0,
  cost: 0,
  message: null,
  steps: [],
  nodes: new Map(),
  waiting: new Set(),
  lost: false,
  result: null,
  error: null,
  code: null,
};

/** Returns whether a run has not ended yet. */
export function isRunActive(status: RunStatus): boolean {
  return status === "queued" || status === "running";
}

function getFailure(result: ExecutionResult): string | null {
  if (result.success || result.status === "cancelled") return null;
  return result.detail ?? TEXTS.run.failed;
}

/** Returns the number of tokens of this run and its child runs, which its total cost covers. */
function countTokens({ tokens_used, called_runs }: ExecutionResult): number {
  return called_runs.reduce((sum, run) => sum + run.tokens_used, tokens_used);
}

type Step = Extract<RunFollowEvent, { name: "step" }>["data"];

/** Describes the current step of a run. */
function describeStep({ kind, source }: Step): string {
  if (kind === "tool_call") return `Calling ${source}`;
  return kind === "tool_result" ? `${source} answered` : `${source} wrote`;
}

function addStep(steps: RunState["steps"], label: string, text: string): RunState["steps"] {
  return [...steps, { label, text }].slice(-STEPS_MAX);
}

function applyStep(before: RunState, step: Step): RunState {
  const message = describeStep(step);
  // The result of a tool belongs to the step that called the tool.
  if (step.kind === "tool_result") return { ...before, message };
  return { ...before, message, steps: addStep(before.steps, message, step.text) };
}

const NODE_MESSAGES: Readonly<Record<NodeOfRun["state"], (node: string) => string>> = {
  running: (node) => `Running ${node}`,
  waiting: (node) => `${node} is waiting for an answer`,
  done: (node) => `${node} ran`,
  failed: (node) => `${node} failed`,
};

/** Returns the waiting nodes after the state of one of them changed. */
function updateWaiting(waiting: RunState["waiting"], { node, within, run, state }: NodeOfRun) {
  const key = JSON.stringify([node, within, run]);
  if (waiting.has(key) === (state === "waiting")) return waiting;
  const others = [...waiting].filter((other) => other !== key);
  return new Set(state === "waiting" ? [...others, key] : others);
}

function applyNode(before: RunState, run: NodeOfRun): RunState {
  const message = NODE_MESSAGES[run.state](run.node);
  const hasEnded = run.state === "done" || run.state === "failed";
  const steps = hasEnded ? addStep(before.steps, message, run.error ?? "") : before.steps;
  const state = { ...before, message, steps, waiting: updateWaiting(before.waiting, run) };
  return run.within === null ? { ...state, nodes: new Map(state.nodes).set(run.node, run) } : state;
}

/** Returns whether the stream ended before the run, so that the run can be followed again. */
export function canFollowAgain({ phase, runId, result }: RunState): boolean {
  return phase === "ended" && runId !== null && result === null;
}

/** Returns the state after an event. */
export function applyEvent(before: RunState, event: RunFollowEvent): RunState {
  if (event.name === "lost") return { ...before, lost: true };
  const state = before.lost ? { ...before, lost: false } : before;
  if (event.name === "status") {
    return { ...state, runId: event.data.run_id, message: event.data.message ?? state.message };
  }
  if (event.name === "output") return { ...state, output: state.output + event.data.text };
  if (event.name === "cost") return { ...state, tokens: event.data.tokens, cost: event.data.cost };
  if (event.name === "step") return applyStep(state, event.data);
  if (event.name === "node") return applyNode(state, event.data);
  const result = event.data;
  const { agent_output: whole } = result;
  return {
    ...state,
    phase: "ended",
    output: typeof whole === "string" ? whole : state.output,
    tokens: countTokens(result),
    cost: result.total_cost,
    result,
    error: getFailure(result),
    code: result.error,
  };
}

/** Returns the text for a run that could not be started or followed. */
export function getRefusalText(error: unknown): string {
  return error instanceof HttpError ? (error.problem?.detail ?? TEXTS.run.failed) : TEXTS.run.network;
}

/** Returns the stable code of a refusal; `null` if there was no response or it has no code. */
export function getRefusalCode(error: unknown): ErrorCode | null {
  return error instanceof HttpError ? (error.problem?.error ?? null) : null;
}
