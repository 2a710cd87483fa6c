import { TRAFFIC_SPENT } from "../../platform/outbound/traffic.ts";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

/**
 * The number of requests that a run can have in progress. The HTTP node sends eight at a time; an agent's tools
 * and sub-workflows can send others at the same time.
 */
const MAX_AT_ONCE = 16;
/**
 * The number of requests that a run can send: enough for a thousand pages of a hundred entries. The limit stops a
 * faulty loop from flooding another server.
 */
const MAX_REQUESTS = 1_000;
/**
 * The bytes of a run's requests that can be in memory: half of the memory that a node has for the requests of all runs,
 * so that no run blocks the others. Four of the largest answers fit.
 */
const MAX_KEPT = 128 * 1024 * 1024;

interface Used {
  inFlight: number;
  made: number;
  kept: number;
}

/** A request in progress. Its bytes count toward the run's limits as they are transferred, even if it fails. */
export interface TrackedRequest {
  /** Counts bytes that pass through. @throws RouteRefusal 429 if the run exceeds its traffic limit */
  moved(bytes: number): void;
  /**
   * Counts bytes that pass through and stay in memory until the request ends.
   * @throws RouteRefusal 429 if the run exceeds a limit
   */
  kept(bytes: number): void;
  /**
   * Counts bytes that stay in memory but came from the database, which is not traffic.
   * @throws RouteRefusal 429 if the run exceeds its memory limit
   */
  held(bytes: number): void;
  /** Counts the request that follows a redirect. @throws RouteRefusal 429 if the run exceeds a limit */
  countRedirect(bytes: number): void;
  end(): void;
}

/** Limits the requests of each run, so that no run can flood other servers or fill the memory of this node. */
export class RunRequests {
  readonly #runs = new WeakMap<WorkflowRun, Used>();

  /** Begins a request. @throws RouteRefusal 429 if the run has reached a limit */
  begin(run: WorkflowRun): TrackedRequest {
    const used = this.#getUsed(run);
    if (run.traffic.isSpent) throw createRefusal(TRAFFIC_SPENT);
    if (used.inFlight >= MAX_AT_ONCE) throw tooMany(`A run can have ${MAX_AT_ONCE} requests in progress`);
    countOne(used);
    used.inFlight += 1;
    let keptHere = 0;
    const moved = (bytes: number) => {
      if (!run.traffic.add(bytes)) throw createRefusal(TRAFFIC_SPENT);
    };
    const held = (bytes: number) => {
      keptHere += bytes;
      used.kept += bytes;
      if (used.kept > MAX_KEPT)
        throw tooMany(`A run can have ${MAX_KEPT / 1_048_576} MB of requests in progress`);
    };
    return {
      moved,
      held,
      kept: (bytes) => {
        moved(bytes);
        held(bytes);
      },
      countRedirect: (bytes) => {
        countOne(used);
        moved(bytes);
      },
      end: () => {
        used.inFlight -= 1;
        used.kept -= keptHere;
      },
    };
  }

  #getUsed(run: WorkflowRun): Used {
    const used = this.#runs.get(run) ?? { inFlight: 0, made: 0, kept: 0 };
    this.#runs.set(run, used);
    return used;
  }
}

function countOne(used: Used): void {
  if (used.made >= MAX_REQUESTS) throw tooMany(`A run can send ${MAX_REQUESTS} requests`);
  used.made += 1;
}

const tooMany = (what: string) => createRefusal(`${what}, and this run reached the limit.`);

function createRefusal(sentence: string): RouteRefusal {
  return new RouteRefusal(sentence, { status: 429, code: "too_many_requests" });
}
