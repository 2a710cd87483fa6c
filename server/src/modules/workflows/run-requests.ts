import { DoorRefusal } from "./door-refusal.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

/** The HTTP node sends eight at a time; tools of an agent and nodes within nodes come beside it. */
const MAX_AT_ONCE = 16;
/** A thousand pages of a hundred entries. A loop that has gone wrong asks a stranger's server no more often. */
const MAX_REQUESTS = 1_000;
/** Eight times the largest answer, and more than a run may hold. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Of all runs of this node together: a fraction of the memory of the smallest machine that serves agents. */
const MAX_KEPT_ON_NODE = 256 * 1024 * 1024;
/** Half of it, so that no run alone keeps the others from asking: four of the largest answers at once. */
const MAX_KEPT = MAX_KEPT_ON_NODE / 2;

interface Used {
  inFlight: number;
  made: number;
  bytes: number;
  kept: number;
}

/** One request under way. What it moves is counted as it comes, whatever becomes of it. */
export interface RunRequest {
  /** Bytes that pass through. @throws DoorRefusal 429 */
  moved(bytes: number): void;
  /** Bytes that stay in memory until the request ends. @throws DoorRefusal 429, 503 */
  kept(bytes: number): void;
  end(): void;
}

/** What each run has asked of servers outside, so that none can be turned against them, or fill our memory. */
export class RunRequests {
  readonly #runs = new WeakMap<WorkflowRun, Used>();
  #keptOnNode = 0;

  /** @throws DoorRefusal 429 */
  begin(run: WorkflowRun): RunRequest {
    const used = this.#of(run);
    if (used.made >= MAX_REQUESTS) throw tooMany(`A run may send ${MAX_REQUESTS} requests`);
    if (used.bytes >= MAX_BYTES) throw movedTooMuch();
    if (used.inFlight >= MAX_AT_ONCE) throw tooMany(`A run may have ${MAX_AT_ONCE} requests on their way`);
    used.made += 1;
    used.inFlight += 1;
    let keptHere = 0;
    const moved = (bytes: number) => {
      used.bytes += bytes;
      if (used.bytes > MAX_BYTES) throw movedTooMuch();
    };
    return {
      moved,
      kept: (bytes) => {
        moved(bytes);
        keptHere += bytes;
        used.kept += bytes;
        this.#keptOnNode += bytes;
        if (used.kept > MAX_KEPT) throw tooMany(`A run may have ${MAX_KEPT / 1_048_576} MB on their way`);
        if (this.#keptOnNode > MAX_KEPT_ON_NODE) throw noRoom();
      },
      end: () => {
        used.inFlight -= 1;
        used.kept -= keptHere;
        this.#keptOnNode -= keptHere;
      },
    };
  }

  #of(run: WorkflowRun): Used {
    const used = this.#runs.get(run) ?? { inFlight: 0, made: 0, bytes: 0, kept: 0 };
    this.#runs.set(run, used);
    return used;
  }
}

const movedTooMuch = () => tooMany(`A run may move ${MAX_BYTES / 1_048_576} MB`);

function tooMany(what: string): DoorRefusal {
  return new DoorRefusal(`${what}, and this one has.`, { status: 429, code: "too_many_requests" });
}

function noRoom(): DoorRefusal {
  return new DoorRefusal("This server is moving as much as it can. Try again shortly.", {
    status: 503,
    code: "at_capacity",
  });
}
