import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

/**
 * The number of values that a run can store: the same as the limit of requests, which is one value for each page
 * or turn of a chat. It stops a faulty loop.
 */
const MAX_WRITES = 1_000;
/**
 * The bytes that a run can write: four times what an agent may store for one account, because a growing vector
 * store is rewritten each time.
 */
const MAX_BYTES = 256 * 1024 * 1024;

interface Written {
  writes: number;
  bytes: number;
  /** Settles when the previous write has ended. */
  last: Promise<void>;
}

/**
 * Runs the writes of each run one at a time and limits them, so that no run fills the database's log or uses all
 * connections.
 */
export class RunWrites {
  readonly #runs = new WeakMap<WorkflowRun, Written>();

  /**
   * Calls `write` after all earlier writes have ended. `write` reports its bytes through `count`.
   * @throws RouteRefusal 429 if the run exceeds a limit
   */
  async runInTurn(run: WorkflowRun, write: (count: (bytes: number) => void) => Promise<void>): Promise<void> {
    const written = this.#getWritten(run);
    if (written.writes >= MAX_WRITES) throw tooMuch(`A run can store ${MAX_WRITES} values`);
    written.writes += 1;
    const turn = written.last.then(() => write((bytes) => count(written, bytes)));
    written.last = turn.catch(() => undefined);
    await turn;
  }

  #getWritten(run: WorkflowRun): Written {
    const written = this.#runs.get(run) ?? { writes: 0, bytes: 0, last: Promise.resolve() };
    this.#runs.set(run, written);
    return written;
  }
}

function count(written: Written, bytes: number): void {
  written.bytes += bytes;
  if (written.bytes > MAX_BYTES) throw tooMuch(`A run can write ${MAX_BYTES / 1_048_576} MB`);
}

function tooMuch(what: string): RouteRefusal {
  return new RouteRefusal(`${what}, and this run reached the limit.`, {
    status: 429,
    code: "too_many_writes",
  });
}
