import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSharedGroup, type SharedGroup } from "@stoa/runtime/sandbox";
import { PROGRAM_FILE } from "./build-program.ts";
import { buildProgram } from "./program-from-sources.ts";
import { buildWorkerCommand } from "./worker-command.ts";
import { WorkerProcess } from "./worker-process.ts";

/** A starting run needs the processor, so the next spare process starts after this delay. */
const SPARE_AFTER_MS = 50;
/**
 * A spare process takes 46 MB in addition to the memory that it shares with the server, so it ends if no workflow runs
 * for this time.
 */
const SPARE_FOR_MS = 300_000;

/** Returns the path of the bundled program. If there is none, builds it from the sources. */
function findProgram(): string {
  const bundled = fileURLToPath(new URL(`./${PROGRAM_FILE}`, import.meta.url));
  return existsSync(bundled) ? bundled : buildProgram();
}

export interface WorkerProcessesOptions {
  keepsSpare: boolean;
  /**
   * Whether the processes count toward the memory limit of all agents of this node, if the machine has control groups.
   * Only servers set it.
   */
  inNodeGroup?: boolean;
}

/** Worker processes, each used once. After a run, a spare process with the loaded program waits for the next task. */
export class WorkerProcesses {
  readonly #keepsSpare: boolean;
  readonly #inNodeGroup: boolean;
  readonly #alive = new Set<WorkerProcess>();
  #command: [string, ...string[]] | undefined;
  #group: SharedGroup | undefined;
  #spare: WorkerProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ keepsSpare, inNodeGroup = false }: WorkerProcessesOptions) {
    this.#keepsSpare = keepsSpare;
    this.#inNodeGroup = inNodeGroup;
  }

  /** Returns a process without a task. The caller must end the process. */
  take(): WorkerProcess {
    const worker = this.#spare && !this.#spare.hasExited ? this.#spare : this.#start();
    this.#spare = undefined;
    worker.keepsServerAlive(true);
    clearTimeout(this.#timer);
    if (this.#keepsSpare && !this.#closed) {
      this.#timer = setTimeout(() => this.#makeSpare(), SPARE_AFTER_MS);
      this.#timer.unref();
    }
    return worker;
  }

  /** Ends all processes and resolves once they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all(Array.from(this.#alive, (worker) => worker.kill()));
    this.#group?.remove();
  }

  #start(): WorkerProcess {
    this.#command ??= this.#prepare();
    const worker = new WorkerProcess(this.#command);
    this.#alive.add(worker);
    void worker.ended.then(() => this.#alive.delete(worker));
    return worker;
  }

  /**
   * Returns the command of a process with its own memory limit. The group limits the processes together with all other
   * agents.
   */
  #prepare(): [string, ...string[]] {
    if (this.#inNodeGroup) this.#group = openSharedGroup();
    return buildWorkerCommand(findProgram(), this.#group?.files);
  }

  #makeSpare(): void {
    const spare = this.#start();
    spare.keepsServerAlive(false);
    void spare.ended.then(() => this.#forget(spare));
    this.#spare = spare;
    this.#timer = setTimeout(() => {
      this.#forget(spare);
      void spare.kill();
    }, SPARE_FOR_MS);
    this.#timer.unref();
  }

  #forget(spare: WorkerProcess): void {
    if (this.#spare === spare) this.#spare = undefined;
  }
}
