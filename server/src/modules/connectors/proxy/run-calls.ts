import { TRAFFIC_SPENT } from "../../../platform/outbound/traffic.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { ProxiedRun } from "./proxied-run.ts";

/** What public APIs let one client do at a time; the requests and answers of all are held in memory. */
export const MAX_CALLS_AT_ONCE = 8;
/** Pages through 50,000 entries a hundred at a time. A loop that has gone wrong uses no more of a person's quota. */
export const MAX_CALLS = 500;

/** How many calls each run has made, so that none can use a person's services up. */
export class RunCalls {
  readonly #runs = new WeakMap<ProxiedRun, { inFlight: number; made: number }>();

  /** @returns what ends the call. @throws RouteRefusal 429. */
  begin(run: ProxiedRun): () => void {
    const calls = this.#runs.get(run) ?? { inFlight: 0, made: 0 };
    this.#runs.set(run, calls);
    if (calls.made >= MAX_CALLS)
      throw new RouteRefusal(`A run may make ${MAX_CALLS} connector calls, and this one has made them.`, {
        status: 429,
        code: "too_many_calls",
      });
    if (run.traffic.isSpent) throw trafficSpent();
    if (calls.inFlight >= MAX_CALLS_AT_ONCE)
      throw new RouteRefusal(`A run may have ${MAX_CALLS_AT_ONCE} connector calls in flight.`, {
        status: 429,
        code: "too_many_parallel_calls",
        retryAfterSeconds: 1,
      });
    calls.made += 1;
    calls.inFlight += 1;
    return () => {
      calls.inFlight -= 1;
    };
  }
}

/** Counts what a call moves. @throws RouteRefusal 429 */
export function countTraffic({ traffic }: ProxiedRun, bytes: number): void {
  if (!traffic.takes(bytes)) throw trafficSpent();
}

const trafficSpent = () => new RouteRefusal(TRAFFIC_SPENT, { status: 429, code: "too_many_bytes" });
