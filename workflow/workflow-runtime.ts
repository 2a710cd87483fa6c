import type { Duplex } from "node:stream";
import { CONVERSATION_LIMITS } from "@stoa/contract";
import { AgentFailure, DeclaredRun } from "@stoa/runtime/declarative";
import type {
  Inspection,
  Job,
  JobConversation,
  JsonValue,
  RunEvent,
  RunReceipt,
} from "@stoa/runtime/protocol";
import { toStorableJson } from "@stoa/runtime/sandbox";
import type { AgentRuntime, RunHandle, RuntimeStatus } from "@stoa/runtime/supervisor";
import {
  createCancelledEnding,
  createFailedEnding,
  createOutputLimitEnding,
  createTimeoutEnding,
} from "@stoa/runtime/supervisor";
import type { PythonSandbox } from "./code/index.ts";
import { createPythonSandbox } from "./python/sandboxed-python.ts";
import { StartedNodes } from "./started-nodes.ts";
import { WorkerLost } from "./worker/worker-lost.ts";
import type { WorkerEvent, WorkflowRunResult } from "./worker/worker-messages.ts";
import { WorkerProcesses } from "./worker/worker-processes.ts";
import { runWorkerTask } from "./worker/worker-task.ts";
import { addNodeName, formatRunError, forwardEvent } from "./workflow-events.ts";

/** A file of 1 MiB is read and inspected in well under a second. */
const INSPECTION_MS = 20_000;

/** The interval at which a run's processor time is checked. */
const CPU_CHECK_MS = 500;

const CANCELLED = "cancelled";
const TIMEOUT = "timeout";

/** The reason why the host stopped the run. `error` means that one of its events could not be handled. */
type Stop = typeof CANCELLED | typeof TIMEOUT | { error: unknown };

/** Runs n8n exports. Each run has its own process, which ends together with the run. */
export class WorkflowRuntime implements AgentRuntime {
  readonly environmentDigest = undefined;
  readonly #workers = new WorkerProcesses({ keepsSpare: true, inNodeGroup: true });
  readonly #python: PythonSandbox | undefined;
  readonly #running = new Map<RunHandle, Promise<unknown>>();

  /** `python` runs the Python code of Code nodes. */
  constructor({ python }: { python?: AgentRuntime } = {}) {
    this.#python = python && createPythonSandbox(python);
  }

  getStatus(): RuntimeStatus {
    return { available: true };
  }

  async inspect(source: string): Promise<Inspection> {
    const signal = AbortSignal.timeout(INSPECTION_MS);
    const result = await runWorkerTask(this.#workers.take(), { type: "inspect", source }, { signal });
    return result.inspection;
  }

  start(job: Job, onEvent: (event: RunEvent) => void): RunHandle {
    const stopped = new AbortController();
    const receipt = this.#run(job, new DeclaredRun(job, onEvent), stopped);
    const handle = { receipt, cancel: () => stopped.abort(CANCELLED) };
    this.#running.set(handle, receipt);
    void receipt.then(() => this.#running.delete(handle));
    return handle;
  }

  async close(): Promise<void> {
    for (const handle of this.#running.keys()) handle.cancel();
    await Promise.all(this.#running.values());
    await this.#workers.close();
  }

  async #run(job: Job, run: DeclaredRun, stopped: AbortController): Promise<RunReceipt> {
    const { limits, runId, source, input, files, runToken, entry, conversation } = job;
    const worker = this.#workers.take();
    const mostCpuSeconds = worker.getCpuSeconds() + limits.cpuSeconds;
    const stop = (reason: Stop) => stopped.abort(reason);
    const timer = setTimeout(stop, limits.wallMs, TIMEOUT);
    const watch = setInterval(() => {
      if (worker.getCpuSeconds() > mostCpuSeconds) stop(TIMEOUT);
    }, CPU_CHECK_MS);
    const startedNodes = new StartedNodes((node) => run.reportNode(node));
    const onEvent = (event: WorkerEvent) => {
      try {
        forwardEvent(run, startedNodes, event);
      } catch (error) {
        stop({ error });
      }
    };
    const task = {
      type: "run" as const,
      runId,
      source,
      input,
      ...(files && { files }),
      runToken,
      wallMs: limits.wallMs,
      wantsNodes: false,
      isTest: job.trial ?? false,
      comparesPinned: job.comparesPinned ?? false,
      ...(entry.output !== undefined && { outputNode: entry.output }),
      // The developer's own server cannot continue a run later.
      ...(conversation && entry.engine === undefined && { conversation: toTurn(conversation) }),
    };
    const connectGateway = (connection: Duplex) => job.connectGateway(connection);
    try {
      const { signal } = stopped;
      const python = this.#python;
      const result = await runWorkerTask(worker, task, { signal, connectGateway, python, onEvent });
      return toReceipt(job, run, result);
    } catch (error) {
      const node = startedNodes.running;
      if (stopped.signal.aborted) return toStoppedReceipt(job, run, stopped.signal.reason as Stop, node);
      return run.fail(explainEnd(error, node));
    } finally {
      startedNodes.close();
      clearTimeout(timer);
      clearInterval(watch);
    }
  }
}

/**
 * Returns the error of a lost worker. This is a failure of the agent if it used too much memory, otherwise an internal
 * error with its cause.
 */
function explainEnd(error: unknown, node: string | undefined): unknown {
  if (!(error instanceof WorkerLost)) return error;
  if (error.isOfMemory) return new AgentFailure(addNodeName(error.message, node));
  console.error("Workflow process failed:", error.cause);
  return error.cause;
}

/** Returns a conversation without its history, which workflows do not read. */
function toTurn(conversation: JobConversation) {
  const { history: _, ...turn } = conversation;
  return turn;
}

function toReceipt(
  { limits }: Job,
  run: DeclaredRun,
  { answer, error, state }: WorkflowRunResult,
): RunReceipt {
  if (error) return run.fail(new AgentFailure(formatRunError(error)));
  const output = toStorable(answer);
  if (Buffer.byteLength(JSON.stringify(output)) > limits.outputBytes)
    return run.end(createOutputLimitEnding(limits));
  return { ...run.complete(output), ...(state !== undefined && { state: toKeptState(state) }) };
}

/** Returns a state that the server may store. The process has limited it, but could be under an author's control. */
function toKeptState(state: string): string {
  if (state.length <= CONVERSATION_LIMITS.stateBytes && /^[A-Za-z0-9+/=]*$/.test(state)) return state;
  throw new AgentFailure("The workflow's state cannot be kept for the next turn of the conversation.");
}

function toStorable(answer: JsonValue): JsonValue {
  try {
    return toStorableJson(answer);
  } catch (error) {
    throw new AgentFailure("The workflow's output is nested too deeply. Return flatter data.", String(error));
  }
}

function toStoppedReceipt(
  { limits }: Job,
  run: DeclaredRun,
  reason: Stop,
  node: string | undefined,
): RunReceipt {
  if (reason === CANCELLED) return run.end(createCancelledEnding());
  if (reason !== TIMEOUT) return run.fail(reason.error);
  const { outcome, error } = createTimeoutEnding(limits);
  return run.end(createFailedEnding(outcome, addNodeName(error?.message ?? "", node)));
}
