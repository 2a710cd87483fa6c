import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";

/** A longer Retry-After goes to the caller, who knows better whether to wait; windows of rate limits last a minute. */
const LONGEST_PAUSE_SECONDS = 60;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** What the server proposes for a run that has not ended. */
const IN_FLIGHT_PAUSE_MS = 1_000;

/** A failed attempt, of a call that has failed `failures` times before. */
export interface Failure {
  error: unknown;
  failures: number;
  maxRetries: number;
  /** Whether the call may reach the server twice and still count once. */
  repeatable: boolean;
}

/** Whether the run of an idempotency key is still going: no failure, the answer is yet to come. */
export function isInFlight(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency_in_flight";
}

/** Milliseconds to wait before the next attempt; `undefined` where there should be none. */
export function pauseAfter({ error, failures, maxRetries, repeatable }: Failure): number | undefined {
  if (isInFlight(error) && repeatable) return IN_FLIGHT_PAUSE_MS;
  if (failures >= maxRetries) return undefined;
  if (error instanceof ApiError) return pauseAfterAnswer(error, failures, repeatable);
  const broke = error instanceof ConnectionError && !(error instanceof TimeoutError);
  return broke && repeatable ? backoff(failures) : undefined;
}

function pauseAfterAnswer(error: ApiError, failures: number, repeatable: boolean): number | undefined {
  switch (error.status) {
    case 429:
    case 503:
      // The server has done nothing, so that even an upload may be sent again; a proxy does not know.
      if (error.code === "unknown" && !repeatable) return undefined;
      if (error.code === "runtime_unavailable") return undefined;
      if (error.retryAfter === undefined) return backoff(failures);
      if (error.retryAfter > LONGEST_PAUSE_SECONDS) return undefined;
      return error.retryAfter * 1000 + Math.random() * FIRST_BACKOFF_MS;
    case 502:
    case 504:
      // A proxy lost the server, which may have done it.
      return repeatable ? backoff(failures) : undefined;
    default:
      return undefined;
  }
}

/** Twice as long each time, and by chance up to half shorter, so that many clients do not come back at once. */
export function backoff(failures: number): number {
  const whole = Math.min(FIRST_BACKOFF_MS * 2 ** failures, LONGEST_BACKOFF_MS);
  return whole * (0.5 + Math.random() / 2);
}
