import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { FairQueue } from "./fair-queue.ts";
import { TooMuchWork, WorkFailed } from "./work-errors.ts";

/** One processor stays with the event loop; more threads than this would take the others from the agents. */
const MAX_THREADS = 4;
/** Idle threads keep 40 MB of tables each: a server on which nobody sends long texts keeps none. */
const IDLE_MS = 60_000;
/** Work is cut into parts of a tenth of a second. A part that takes this long hangs, and its thread is ended. */
const LONGEST_MS = 10_000;
/** A thread that needs more than this was given something that nobody reads. */
const MAX_HEAP_MB = 256;
/** As many model calls as a run may have in flight, for eight runs at once. What is beyond is refused. */
const MAX_WAITING_PER_OWNER = 512;

interface Part {
  task: string;
  input: unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Threads for work on what strangers sent: nothing of it runs on the event loop. Owners take turns, part by part, so
 * that the account that sends the most waits the longest.
 */
export class WorkPool {
  readonly #program: () => string;
  readonly #threads: number;
  readonly #queue = new FairQueue<Part>();
  #piscina: Piscina | undefined;
  #busy = 0;

  /** `program` is the path of a module that exports a function for each task. */
  constructor(
    program: () => string,
    threads = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1)),
  ) {
    this.#program = program;
    this.#threads = threads;
  }

  /**
   * Resolves with what the program's function `task` returns for `input`. Both are copied between threads.
   * @throws TooMuchWork when the owner has too much waiting, WorkFailed when the work hangs or takes too much memory, or
   *   what the function throws.
   */
  run<T>(task: string, input: unknown, owner: string): Promise<T> {
    if (this.#queue.waitingOf(owner) >= MAX_WAITING_PER_OWNER)
      return Promise.reject(new TooMuchWork("too much of one owner waits"));
    return new Promise((resolve, reject) => {
      this.#queue.add(owner, { task, input, resolve: (result) => resolve(result as T), reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#busy < this.#threads) {
      const part = this.#queue.take();
      if (!part) return;
      this.#busy += 1;
      void this.#work(part).finally(() => {
        this.#busy -= 1;
        this.#next();
      });
    }
  }

  async #work({ task, input, resolve, reject }: Part): Promise<void> {
    this.#piscina ??= new Piscina({
      filename: this.#program(),
      minThreads: 0,
      maxThreads: this.#threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      // Nothing of the operator's settings is needed to read texts.
      env: {},
      execArgv: [],
    });
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(), LONGEST_MS);
    try {
      resolve(await this.#piscina.run(input, { name: task, signal: overdue.signal }));
    } catch (cause) {
      const isOurs = overdue.signal.aborted || isOutOfMemory(cause);
      reject(isOurs ? new WorkFailed(`${task} could not be done`, { cause }) : cause);
    } finally {
      clearTimeout(timer);
    }
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
}
