import { TRAFFIC_SPENT } from "../../platform/outbound/traffic.ts";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

/** The HTTP node sends eight at a time; tools of an agent and nodes within nodes come beside it. */
const MAX_AT_ONCE = 16;
/** A thousand pages of a hundred entries. A loop that has gone wrong asks a stranger's server no more often. */
const MAX_REQUESTS = 1_000;
/** Half of what a node keeps for all runs, so that no run blocks the others: four of the largest answers at once. */
const MAX_KEPT = 128 * 1024 * 1024;

interface Used {
  inFlight: number;
  made: number;
  kept: number;
}

/** One request in progress. What it moves is counted as it comes, whatever becomes of it. */
export interface TrackedRequest {
  /** Bytes that pass through. @throws RouteRefusal 429 */
  moved(bytes: number): void;
  /** Bytes that pass through and stay in memory until the request ends. @throws RouteRefusal 429 */
  kept(bytes: number): void;
  /** The same for bytes that came from our own database. @throws RouteRefusal 429 */
  held(bytes: number): void;
  /** It is sent once more, to where a server redirects. @throws RouteRefusal 429 */
  again(bytes: number): void;
  end(): void;
}

/** What each run has asked of servers outside, so that none can be turned against them, or fill our memory. */
export class RunRequests {
  readonly #runs = new WeakMap<WorkflowRun, Used>();

  /** @throws RouteRefusal 429 */
  begin(run: WorkflowRun): TrackedRequest {
    const used = this.#of(run);
    if (run.traffic.isSpent) throw refused(TRAFFIC_SPENT);
    if (used.inFlight >= MAX_AT_ONCE) throw tooMany(`A run may have ${MAX_AT_ONCE} requests on their way`);
    countOne(used);
    used.inFlight += 1;
    let keptHere = 0;
    const moved = (bytes: number) => {
      if (!run.traffic.takes(bytes)) throw refused(TRAFFIC_SPENT);
    };
    const held = (bytes: number) => {
      keptHere += bytes;
      used.kept += bytes;
      if (used.kept > MAX_KEPT) throw tooMany(`A run may have ${MAX_KEPT / 1_048_576} MB on their way`);
    };
    return {
      moved,
      held,
      kept: (bytes) => {
        moved(bytes);
        held(bytes);
      },
      again: (bytes) => {
        countOne(used);
        moved(bytes);
      },
      end: () => {
        used.inFlight -= 1;
        used.kept -= keptHere;
      },
    };
  }

  #of(run: WorkflowRun): Used {
    const used = this.#runs.get(run) ?? { inFlight: 0, made: 0, kept: 0 };
    this.#runs.set(run, used);
    return used;
  }
}

function countOne(used: Used): void {
  if (used.made >= MAX_REQUESTS) throw tooMany(`A run may send ${MAX_REQUESTS} requests`);
  used.made += 1;
}

const tooMany = (what: string) => refused(`${what}, and this one has.`);

function refused(sentence: string): RouteRefusal {
  return new RouteRefusal(sentence, { status: 429, code: "too_many_requests" });
}
