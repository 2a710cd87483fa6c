import { DoorRefusal } from "./door-refusal.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

/** The HTTP node sends eight at a time; tools of an agent and nodes within nodes come beside it. */
const MAX_AT_ONCE = 16;
/** A thousand pages of a hundred entries. A loop that has gone wrong asks a stranger's server no more often. */
const MAX_REQUESTS = 1_000;
/** Eight times the largest answer, and more than a run may hold. */
const MAX_BYTES = 256 * 1024 * 1024;

interface Used {
  inFlight: number;
  made: number;
  bytes: number;
}

/** What each run has asked of servers outside, so that none can be turned against them. */
export class RunRequests {
  readonly #runs = new WeakMap<WorkflowRun, Used>();

  /** @returns what ends the request. @throws DoorRefusal 429 */
  begin(run: WorkflowRun): () => void {
    const used = this.#of(run);
    if (used.made >= MAX_REQUESTS) throw tooMany(`A run may send ${MAX_REQUESTS} requests`);
    if (used.bytes >= MAX_BYTES) throw tooMany(`A run may move ${MAX_BYTES / 1_048_576} MB`);
    if (used.inFlight >= MAX_AT_ONCE) throw tooMany(`A run may have ${MAX_AT_ONCE} requests on their way`);
    used.made += 1;
    used.inFlight += 1;
    return () => {
      used.inFlight -= 1;
    };
  }

  count(run: WorkflowRun, bytes: number): void {
    this.#of(run).bytes += bytes;
  }

  #of(run: WorkflowRun): Used {
    const used = this.#runs.get(run) ?? { inFlight: 0, made: 0, bytes: 0 };
    this.#runs.set(run, used);
    return used;
  }
}

function tooMany(what: string): DoorRefusal {
  return new DoorRefusal(`${what}, and this one has.`, { status: 429, code: "too_many_requests" });
}
