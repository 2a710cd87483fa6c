import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { FairQueue } from "./fair-queue.ts";
import { TooMuchWork, WorkFailed } from "./work-errors.ts";

/**
 * The maximum number of threads. One processor stays free for the event loop, and more threads would slow down the
 * agents.
 */
const MAX_THREADS = 4;
/**
 * The time after which an idle thread ends. Each thread has 40 MB of tables, so a server without long texts should not
 * keep any.
 */
const IDLE_MS = 60_000;
/**
 * The time limit for a part. Work is split into parts that take a tenth of a second, so a part that takes this long
 * hangs, and its thread is terminated.
 */
const LONGEST_MS = 10_000;
/** The maximum heap size of a thread. No legitimate text needs more. */
const MAX_HEAP_MB = 256;
/**
 * The maximum number of waiting tasks per owner: as many as eight runs can have model calls in flight. Further tasks
 * are refused.
 */
const MAX_WAITING_PER_OWNER = 512;

interface Part {
  task: string;
  input: unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs work on untrusted data on threads, never on the event loop. Owners take turns, part by part, so that the account
 * that sends the most waits the longest.
 */
export class WorkPool {
  readonly #program: () => string;
  readonly #threads: number;
  readonly #queue = new FairQueue<Part>();
  #piscina: Piscina | undefined;
  #busy = 0;

  /** `program` is the path of a module that exports a function per task. */
  constructor(
    program: () => string,
    threads = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1)),
  ) {
    this.#program = program;
    this.#threads = threads;
  }

  /**
   * Resolves with the return value of the program's function `task` for `input`. Both are copied between threads.
   * @throws TooMuchWork if too much of the owner's work is waiting, WorkFailed if the work hangs or takes too much
   *   memory, or the error that the function throws.
   */
  run<T>(task: string, input: unknown, owner: string): Promise<T> {
    if (this.#queue.countWaiting(owner) >= MAX_WAITING_PER_OWNER)
      return Promise.reject(new TooMuchWork("the owner has too many waiting tasks"));
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
      // The workers do not need the operator's settings.
      env: {},
      execArgv: [],
    });
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(), LONGEST_MS);
    try {
      resolve(await this.#piscina.run(input, { name: task, signal: overdue.signal }));
    } catch (cause) {
      const isOurs = overdue.signal.aborted || isOutOfMemory(cause);
      reject(isOurs ? new WorkFailed(`the task ${task} failed`, { cause }) : cause);
    } finally {
      clearTimeout(timer);
    }
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
}
