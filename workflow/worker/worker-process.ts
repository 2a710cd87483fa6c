import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { ServerMessage, WorkerMessage } from "./worker-messages.ts";
import { SYSTEM_PATH } from "./worker-walls.ts";

/** How a process ended, by itself or not, and what it said about it. */
export interface WorkerExit {
  how: string;
  complaint: string;
}

/** V8 says in a few lines what it ends of; more is of no use. */
const COMPLAINT_BYTES = 8 * 1024;

/** In which the kernel tells processor time, on every Linux. */
const TICKS_A_SECOND = 100;

/** One process that does one task. What it holds, and what it breaks, is its own. */
export class WorkerProcess {
  /** Resolves once the process is gone. Never rejects. */
  readonly ended: Promise<WorkerExit>;
  readonly #child: ChildProcess;

  constructor([command, ...args]: readonly [string, ...string[]]) {
    const child = spawn(command, args, {
      // The server's folder may be closed to the worker's user.
      cwd: "/",
      // Nothing of the operator's surroundings is there to be read.
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

  /** Whether the program that started it stays for it. */
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
    // One that is gone tells it by its end.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** Of all its threads, since it was started; 0 where the system does not tell. */
  cpuSeconds(): number {
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

  /** Resolves once it is gone. */
  async kill(): Promise<void> {
    this.keepsServerAlive(true);
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}
