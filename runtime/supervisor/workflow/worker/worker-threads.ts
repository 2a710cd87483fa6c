import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { MAX_HEAP_MB } from "../memory/heap-bounds.ts";
import { programFromSources } from "./program-from-sources.ts";

const LIMITS = { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** A run that begins wants the processor itself: the next spare waits until it has begun. */
const SPARE_AFTER_MS = 50;
/** A spare takes some 60 MB. Where nobody has run a workflow for so long, none is kept. */
const SPARE_FOR_MS = 300_000;

/** Beside the bundled server, or made of the sources. */
function program(): URL {
  const bundled = new URL("./workflow-worker.js", import.meta.url);
  return existsSync(fileURLToPath(bundled)) ? bundled : programFromSources();
}

function startThread(): Worker {
  const thread = new Worker(program(), {
    // Not those of the process: a loader of its sources would be loaded here again.
    execArgv: [],
    resourceLimits: LIMITS,
    // Nothing of the operator's surroundings is there to be read.
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
  });
  // What libraries print is nobody's log, and is not to fill the thread's memory.
  thread.stdout.resume();
  thread.stderr.resume();
  return thread;
}

/** Threads for runs: each is used once. One waits with its program loaded, where there have been runs of late. */
export class WorkerThreads {
  readonly #keepsSpare: boolean;
  #spare: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ keepsSpare }: { keepsSpare: boolean }) {
    this.#keepsSpare = keepsSpare;
  }

  /** A thread that has no task yet. Whoever takes it ends it. */
  take(): Worker {
    const thread = this.#spare ?? startThread();
    this.#spare = undefined;
    thread.removeAllListeners("error");
    thread.removeAllListeners("exit");
    thread.ref();
    clearTimeout(this.#timer);
    if (this.#keepsSpare && !this.#closed) {
      this.#timer = setTimeout(() => this.#makeSpare(), SPARE_AFTER_MS);
      this.#timer.unref();
    }
    return thread;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#dropSpare();
  }

  #makeSpare(): void {
    const spare = startThread();
    spare.unref();
    const gone = () => {
      if (this.#spare === spare) this.#spare = undefined;
    };
    spare.once("error", gone);
    spare.once("exit", gone);
    this.#spare = spare;
    this.#timer = setTimeout(() => void this.#dropSpare(), SPARE_FOR_MS);
    this.#timer.unref();
  }

  async #dropSpare(): Promise<void> {
    const spare = this.#spare;
    this.#spare = undefined;
    await spare?.terminate();
  }
}
