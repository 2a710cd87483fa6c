import { basename } from "node:path";
import type { InspectedArchive, Inspection, Job, RunEvent, RunReceipt } from "../../protocol/index.ts";
import type { AgentRuntime, RunHandle, RuntimeStatus } from "../agent-runtime.ts";
import { STATE_LINE_BYTES } from "./agent-line.ts";
import { GROUP_FILE_BYTES, getFileRoom } from "./file-room.ts";
import { openGatewaySocket } from "./gateway-socket.ts";
import type { SandboxLauncher } from "./launcher.ts";
import type { HostDirectory } from "./run-directory.ts";
import { toAgentJob, toSandboxRequest } from "./sandbox-request.ts";
import { runInSandbox, type SandboxEnd } from "./sandbox-run.ts";
import { Transcript } from "./transcript.ts";

export interface PythonRuntimeParts {
  /** Returns the launcher for a job's sandbox. */
  getLauncher(job: Job): SandboxLauncher;
  /** All launchers that `getLauncher` may return. */
  launchers: readonly SandboxLauncher[];
  directory: HostDirectory;
  /** The owner of gateway sockets; this process's user if undefined. */
  ownerUid: number | undefined;
  environmentDigest: string | undefined;
  inspect(source: string, archive?: InspectedArchive): Promise<Inspection>;
}

interface Attempt {
  end: SandboxEnd;
  /**
   * Whether the run can be repeated unnoticed: its sandbox was lost with the parent before it produced any output or
   * request.
   */
  mayRepeat: boolean;
}

/** Runs the agents of one framework. */
export class PythonRuntime implements AgentRuntime {
  readonly #parts: PythonRuntimeParts;
  readonly #running = new Map<RunHandle, Promise<unknown>>();

  constructor(parts: PythonRuntimeParts) {
    this.#parts = parts;
  }

  get environmentDigest(): string | undefined {
    return this.#parts.environmentDigest;
  }

  getStatus(): RuntimeStatus {
    return { available: true };
  }

  inspect(source: string, archive?: InspectedArchive): Promise<Inspection> {
    return this.#parts.inspect(source, archive);
  }

  start(job: Job, onEvent: (event: RunEvent) => void): RunHandle {
    const transcript = new Transcript(job, onEvent);
    const cancelled = new AbortController();
    const receipt = this.#run(job, transcript, cancelled.signal)
      .catch((error: unknown): SandboxEnd => ({ kind: "lost", detail: String(error) }))
      .then((end): RunReceipt => transcript.buildReceipt(end));
    const handle = { receipt, cancel: () => cancelled.abort() };
    this.#running.set(handle, receipt);
    void receipt.then(() => this.#running.delete(handle));
    return handle;
  }

  async #run(job: Job, transcript: Transcript, cancelled: AbortSignal): Promise<SandboxEnd> {
    const warm = this.#parts.getLauncher(job);
    // The control groups of warm parents have no room for more. A cold sandbox has no group of its own.
    const launcher = getFileRoom(job.files) > GROUP_FILE_BYTES ? warm.cold : warm;
    const first = await this.#attempt(launcher, job, transcript, cancelled);
    if (!first.mayRepeat) return first.end;
    // Start the second attempt cold, because the next parent might fail, too.
    return (await this.#attempt(launcher.cold, job, transcript, cancelled)).end;
  }

  async #attempt(
    launcher: SandboxLauncher,
    job: Job,
    transcript: Transcript,
    cancelled: AbortSignal,
  ): Promise<Attempt> {
    const { directory, ownerUid } = this.#parts;
    const path = (launcher.sockets ?? directory).createSocketPath();
    const settings = {
      ...job.limits,
      gateway: basename(path),
      hosts: job.hosts ?? [],
      token: job.runToken,
      // Neither the copy of the archive nor the caller's files count toward the run's disk limit.
      diskBytes: job.limits.diskBytes + (job.archive?.length ?? 0) + getFileRoom(job.files),
      hasArchive: job.archive !== undefined,
      ...(job.conversation && { stateBytes: STATE_LINE_BYTES }),
    };
    const request = toSandboxRequest(settings, toAgentJob(job), job.archive);
    let hasCalledGateway = false;
    const gateway = await openGatewaySocket(path, ownerUid, (socket) => {
      hasCalledGateway = true;
      job.connectGateway(socket);
    });
    try {
      if (cancelled.aborted) return { end: { kind: "cancelled" }, mayRepeat: false };
      const sandbox = await launcher.launch(gateway.path, () => transcript.onWaiting());
      const run = runInSandbox(sandbox, request, transcript);
      cancelled.addEventListener("abort", run.cancel);
      if (cancelled.aborted) run.cancel();
      const end = await run.end;
      const isSilent = !hasCalledGateway && !transcript.hasSpoken;
      return { end, mayRepeat: end.kind === "lost" && sandbox.isFork && isSilent };
    } finally {
      gateway.close();
    }
  }

  async close(): Promise<void> {
    for (const handle of this.#running.keys()) handle.cancel();
    await Promise.all(this.#running.values());
    await Promise.all(this.#parts.launchers.map((launcher) => launcher.close()));
  }
}
