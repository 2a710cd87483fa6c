import { GatewayError } from "./openai-error.ts";

/**
 * The number of concurrent calls per run. LangChain's `abatch` sends all its calls at once, and this allows
 * for the batches that people use in practice.
 */
const MAX_CALLS_PER_RUN = 64;
/** Each call in flight uses one connection, and as many again may be idle in a client's pool. */
const MAX_CONNECTIONS_PER_RUN = 2 * MAX_CALLS_PER_RUN;

/**
 * The maximum number of calls whose rows are not yet written. A node writes tens of thousands of rows per second, so
 * calls pile up only while the database is unavailable.
 */
const MAX_UNRECORDED_PER_RUN = 1_024;

/** Tracks how much of the gateway each run uses, so that no run can use it all. */
export class RunLoad {
  private readonly connections = new Map<string, number>();
  private readonly calls = new Map<string, number>();
  private readonly unrecorded = new Map<string, number>();

  /** Counts a connection that opens, and returns true. Returns false if the run already has 128 connections. */
  openConnection(runId: string): boolean {
    return add(this.connections, runId, MAX_CONNECTIONS_PER_RUN);
  }

  closeConnection(runId: string): void {
    remove(this.connections, runId);
  }

  /**
   * Counts a call that begins. The call uses one of the run's slots until the caller reports that the answer has been
   * sent (`markAnswered`) or that the call is recorded (`markRecorded`).
   * @throws GatewayError 429 if the run has 64 calls in flight or too many unrecorded calls.
   */
  startCall(runId: string): { markAnswered: () => void; markRecorded: () => void } {
    if (!add(this.unrecorded, runId, MAX_UNRECORDED_PER_RUN)) throw createTooManyError();
    if (!add(this.calls, runId, MAX_CALLS_PER_RUN)) {
      remove(this.unrecorded, runId);
      throw createTooManyError();
    }
    let inFlight = true;
    const markAnswered = () => {
      if (inFlight) remove(this.calls, runId);
      inFlight = false;
    };
    const markRecorded = () => {
      markAnswered();
      remove(this.unrecorded, runId);
    };
    return { markAnswered, markRecorded };
  }
}

function createTooManyError(): GatewayError {
  return new GatewayError(
    `This run has reached its limit of ${MAX_CALLS_PER_RUN} concurrent model calls. Try again shortly.`,
    {
      status: 429,
      type: "rate_limit_error",
      code: "too_many_parallel_calls",
      retryAfterSeconds: 1,
    },
  );
}

function add(counts: Map<string, number>, runId: string, most: number): boolean {
  const count = counts.get(runId) ?? 0;
  if (count >= most) return false;
  counts.set(runId, count + 1);
  return true;
}

function remove(counts: Map<string, number>, runId: string): void {
  const left = (counts.get(runId) ?? 0) - 1;
  if (left > 0) counts.set(runId, left);
  else counts.delete(runId);
}
