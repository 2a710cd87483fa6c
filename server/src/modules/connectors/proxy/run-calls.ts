import { TRAFFIC_SPENT } from "../../../platform/outbound/traffic.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { ProxiedRun } from "./proxied-run.ts";

/**
 * The number of concurrent calls per run, which public APIs also limit per client. The requests and answers
 * of all calls are kept in memory.
 */
export const MAX_CALLS_AT_ONCE = 8;
/**
 * The number of calls per run: enough to read 50,000 entries in pages of a hundred. It stops a faulty loop
 * from using up a user's quota.
 */
export const MAX_CALLS = 500;

/** Limits the calls of each run, so that no run can use up a user's quota at a service. */
export class RunCalls {
  readonly #runs = new WeakMap<ProxiedRun, { inFlight: number; made: number }>();

  /** Begins a call. @returns a function that ends it. @throws RouteRefusal 429 if the run has reached a limit */
  begin(run: ProxiedRun): () => void {
    const calls = this.#runs.get(run) ?? { inFlight: 0, made: 0 };
    this.#runs.set(run, calls);
    if (calls.made >= MAX_CALLS)
      throw new RouteRefusal(`This run reached its limit of ${MAX_CALLS} connector calls.`, {
        status: 429,
        code: "too_many_calls",
      });
    if (run.traffic.isSpent) throw createTrafficRefusal();
    if (calls.inFlight >= MAX_CALLS_AT_ONCE)
      throw new RouteRefusal(`A run can have at most ${MAX_CALLS_AT_ONCE} connector calls in progress.`, {
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

/** Counts the bytes that a call moves. @throws RouteRefusal 429 if the run has moved too much data */
export function countTraffic({ traffic }: ProxiedRun, bytes: number): void {
  if (!traffic.add(bytes)) throw createTrafficRefusal();
}

const createTrafficRefusal = () => new RouteRefusal(TRAFFIC_SPENT, { status: 429, code: "too_many_bytes" });
