import { fileURLToPath } from "node:url";
import type { Inspection, Job, RunEvent, RunReceipt } from "../../protocol/index.ts";
import type { AgentRuntime, RunHandle, RuntimeStatus } from "../agent-runtime.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { openGatewaySocket } from "./gateway-socket.ts";
import { inspectInSandbox } from "./inspect.ts";
import type { SandboxLauncher } from "./launcher.ts";
import { type PreparedSandboxes, prepareSandboxes } from "./preparation.ts";
import { MissingRequirement } from "./probe.ts";
import { UnusableRunDirectory } from "./run-directory.ts";
import { agentJob, sandboxRequest } from "./sandbox-request.ts";
import { runInSandbox, type SandboxEnd } from "./sandbox-run.ts";
import { Transcript } from "./transcript.ts";

/** Between Debian's static (up to 999, 60000 to 60513) and systemd's dynamic ids (from 61184): given to nobody. */
const DEFAULT_SANDBOX_UID = 61_000;

/** An inspection takes 40 ms and up to 512 MiB: two at once keep up with uploads and leave the machine to runs. */
const INSPECTIONS_AT_ONCE = 2;

export interface PythonRuntimeOptions {
  /**
   * Absolute folder for the installed code and gateway sockets. Short, because socket paths are; as root, in a place
   * that every user may pass through.
   */
  runDirectory: string;
  /** The interpreter (STOA_PYTHON); default: the system's. */
  pythonPath?: string | undefined;
  /** The user that sandboxes run as when this process is root. */
  sandboxUid?: number;
  /** The bubblewrap program. */
  bubblewrapPath?: string;
  /** The repository's `runtime/python`, for a bundled server that lies elsewhere. */
  sourceDirectory?: string;
}

type Unavailable = Extract<RuntimeStatus, { available: false }>;

function unavailable(error: unknown): Unavailable {
  if (error instanceof MissingRequirement || error instanceof UnusableRunDirectory) {
    return { available: false, reason: error.message, remedy: error.remedy };
  }
  const reason = `The Python sandbox could not be prepared: ${error instanceof Error ? error.message : String(error)}`;
  return { available: false, reason, remedy: "Look at the server's log and start it again." };
}

/** A runtime that can run nothing here: its jobs crash at once, with the reason. */
function unavailableRuntime(status: Unavailable): AgentRuntime {
  const error = { message: "Python agents cannot run on this server.", developerDetail: status.reason };
  return {
    status: () => status,
    inspect: () => Promise.reject(new Error(status.reason)),
    start: (job) => ({
      receipt: Promise.resolve({ runId: job.runId, outcome: "crashed", output: null, error, durationMs: 0 }),
      cancel: () => {},
    }),
    close: () => Promise.resolve(),
  };
}

class PythonRuntime implements AgentRuntime {
  readonly #prepared: PreparedSandboxes;
  readonly #launcher: SandboxLauncher;
  readonly #inspections = new ConcurrencyLimit(INSPECTIONS_AT_ONCE);
  readonly #running = new Map<RunHandle, Promise<unknown>>();

  constructor(prepared: PreparedSandboxes) {
    this.#prepared = prepared;
    this.#launcher = prepared.launcher;
  }

  status(): RuntimeStatus {
    return { available: true };
  }

  inspect(source: string): Promise<Inspection> {
    return this.#inspections.run(() => inspectInSandbox(this.#launcher, source));
  }

  start(job: Job, onEvent: (event: RunEvent) => void): RunHandle {
    const transcript = new Transcript(job, onEvent);
    const cancelled = new AbortController();
    const receipt = this.#run(job, transcript, cancelled.signal)
      .catch((error: unknown): SandboxEnd => ({ kind: "lost", detail: String(error) }))
      .then((end): RunReceipt => transcript.receipt(end));
    const handle = { receipt, cancel: () => cancelled.abort() };
    this.#running.set(handle, receipt);
    void receipt.then(() => this.#running.delete(handle));
    return handle;
  }

  async #run(job: Job, transcript: Transcript, cancelled: AbortSignal): Promise<SandboxEnd> {
    const { directory, ownerUid } = this.#prepared;
    const { readable } = this.#launcher;
    const request = sandboxRequest({ ...job.limits, gateway: true, readable }, agentJob(job));
    const gateway = await openGatewaySocket(directory.nextSocketPath(), ownerUid, job.connectGateway);
    try {
      if (cancelled.aborted) return { kind: "cancelled" };
      const sandbox = this.#launcher.launch(gateway.path);
      const run = runInSandbox(sandbox, request, transcript);
      cancelled.addEventListener("abort", run.cancel);
      return await run.end;
    } finally {
      gateway.close();
    }
  }

  async close(): Promise<void> {
    for (const handle of this.#running.keys()) handle.cancel();
    await Promise.all(this.#running.values());
    await this.#launcher.close();
    this.#prepared.directory.remove();
  }
}

/**
 * Prepares Python sandboxes on this machine and tries one. Never rejects: where something is missing, the runtime's
 * status says what, and what to do.
 */
export async function createPythonRuntime(options: PythonRuntimeOptions): Promise<AgentRuntime> {
  try {
    return new PythonRuntime(
      await prepareSandboxes({
        runDirectory: options.runDirectory,
        pythonPath: options.pythonPath,
        dropToUid: process.getuid?.() === 0 ? (options.sandboxUid ?? DEFAULT_SANDBOX_UID) : undefined,
        bubblewrap: options.bubblewrapPath ?? "bwrap",
        sourceDirectory: options.sourceDirectory ?? fileURLToPath(new URL("../../python", import.meta.url)),
      }),
    );
  } catch (error) {
    return unavailableRuntime(unavailable(error));
  }
}
