import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { ServerMessage, WorkerMessage } from "./worker-messages.ts";
import { SYSTEM_PATH } from "./worker-walls.ts";

/** The way in which a process ended, with the text that it wrote to stderr. */
export interface WorkerExit {
  how: string;
  complaint: string;
}

/**
 * The number of bytes of stderr to keep. V8 explains in a few lines why it ends a process, and the rest is not useful.
 */
const COMPLAINT_BYTES = 8 * 1024;

/** The number of clock ticks per second in which every Linux kernel reports processor time. */
const TICKS_A_SECOND = 100;

/** A process that does one task, so that it can use up and break only its own resources. */
export class WorkerProcess {
  /** Resolves once the process is gone. Never rejects. */
  readonly ended: Promise<WorkerExit>;
  readonly #child: ChildProcess;

  constructor([command, ...args]: readonly [string, ...string[]]) {
    const child = spawn(command, args, {
      // The server's folder may be closed to the worker's user.
      cwd: "/",
      // The operator's environment must not be readable.
      env: { PATH: SYSTEM_PATH, TZ: "UTC" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "advanced",
    });
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(0, COMPLAINT_BYTES);
    });
    this.ended = new Promise((resolve) => {
      child.once("error", (error) => resolve({ how: error.message, complaint }));
      child.once("close", (code, signal) => resolve({ how: signal ?? `code ${code}`, complaint }));
    });
    this.#child = child;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the process has exited. `ended` resolves later, because it also waits for the last output. */
  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Sets whether the worker process keeps the server's event loop alive. */
  keepsServerAlive(holds: boolean): void {
    const { stderr, channel } = this.#child;
    for (const handle of [this.#child, channel, stderr as Socket | null]) {
      if (holds) handle?.ref();
      else handle?.unref();
    }
  }

  listen(listener: (message: WorkerMessage) => void): void {
    this.#child.on("message", (message) => listener(message as WorkerMessage));
  }

  send(message: ServerMessage): void {
    // If the process has exited, `ended` reports this.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** Returns the processor time of all threads of the process, or 0 if the system does not report it. */
  getCpuSeconds(): number {
    try {
      const stat = readFileSync(`/proc/${this.#child.pid}/stat`, "latin1");
      const [userTicks, systemTicks] = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .slice(11, 13);
      return (Number(userTicks) + Number(systemTicks)) / TICKS_A_SECOND;
    } catch {
      return 0;
    }
  }

  /** Kills the process and resolves once it is gone. */
  async kill(): Promise<void> {
    this.keepsServerAlive(true);
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}
