import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

/** As many as a run may send requests: a value for each page or turn of a chat. A loop gone wrong ends here. */
const MAX_WRITES = 1_000;
/** Four times what an agent may keep for one account: a larger store is written anew as it grows. */
const MAX_BYTES = 256 * 1024 * 1024;

interface Written {
  writes: number;
  bytes: number;
  /** Settles when the write before has ended. */
  last: Promise<void>;
}

/** What each run writes, one value at a time, so that none fills the database's log or its connections. */
export class RunWrites {
  readonly #runs = new WeakMap<WorkflowRun, Written>();

  /** Does `write` when those before it have ended; it tells of its bytes as they come. @throws RouteRefusal 429 */
  async inTurn(run: WorkflowRun, write: (count: (bytes: number) => void) => Promise<void>): Promise<void> {
    const written = this.#of(run);
    if (written.writes >= MAX_WRITES) throw tooMuch(`A run may keep ${MAX_WRITES} values`);
    written.writes += 1;
    const turn = written.last.then(() => write((bytes) => count(written, bytes)));
    written.last = turn.catch(() => undefined);
    await turn;
  }

  #of(run: WorkflowRun): Written {
    const written = this.#runs.get(run) ?? { writes: 0, bytes: 0, last: Promise.resolve() };
    this.#runs.set(run, written);
    return written;
  }
}

function count(written: Written, bytes: number): void {
  written.bytes += bytes;
  if (written.bytes > MAX_BYTES) throw tooMuch(`A run may write ${MAX_BYTES / 1_048_576} MB`);
}

function tooMuch(what: string): RouteRefusal {
  return new RouteRefusal(`${what}, and this one has.`, { status: 429, code: "too_many_writes" });
}
