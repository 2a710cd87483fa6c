import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSharedGroup, type SharedGroup } from "@stoa/runtime/sandbox";
import { buildProgram } from "./program-from-sources.ts";
import { buildWorkerCommand } from "./worker-command.ts";
import { WorkerProcess } from "./worker-process.ts";

/** A run that begins wants the processor itself: the next spare waits until it has begun. */
const SPARE_AFTER_MS = 50;
/** A spare takes 46 MB beside what it shares with the server. Where nobody has run a workflow for so long, none is kept. */
const SPARE_FOR_MS = 300_000;

/** Beside the bundled server, or made of the sources. */
function findProgram(): string {
  const bundled = fileURLToPath(new URL("./workflow-worker.js", import.meta.url));
  return existsSync(bundled) ? bundled : buildProgram();
}

export interface WorkerProcessesOptions {
  keepsSpare: boolean;
  /** Whether the processes count with all agents of this node, where there are control groups. Of servers alone. */
  inNodeGroup?: boolean;
}

/** Processes for runs: each is used once. One waits with its program loaded, where there have been runs of late. */
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

  /** Returns a process without a task. The caller ends it. */
  take(): WorkerProcess {
    const worker = this.#spare ?? this.#start();
    this.#spare = undefined;
    worker.keepsServerAlive(true);
    clearTimeout(this.#timer);
    if (this.#keepsSpare && !this.#closed) {
      this.#timer = setTimeout(() => this.#makeSpare(), SPARE_AFTER_MS);
      this.#timer.unref();
    }
    return worker;
  }

  /** Resolves once all its processes are gone. */
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

  /** Each process has its own bound of memory; the group bounds what they take together with all other agents. */
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
