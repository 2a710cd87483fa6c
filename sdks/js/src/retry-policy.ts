import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";

/** A longer Retry-After is passed to the caller, who can decide whether to wait. Rate-limit windows last one minute. */
const LONGEST_PAUSE_SECONDS = 60;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** The delay that the server suggests for a run that has not ended. */
const IN_FLIGHT_PAUSE_MS = 1_000;

/** A failed attempt of a call that has already failed `failures` times. */
export interface Failure {
  error: unknown;
  failures: number;
  maxRetries: number;
  /** Whether the call still takes effect only once if it reaches the server twice. */
  repeatable: boolean;
}

/**
 * Returns whether the run of an idempotency key is still active. This is not a failure, because its result is still
 * to come.
 */
export function isInFlight(error: unknown): boolean {
  return error instanceof ApiError && error.code === "idempotency_in_flight";
}

/** Returns the milliseconds to wait before the next attempt, or undefined if there should be none. */
export function pauseAfter({ error, failures, maxRetries, repeatable }: Failure): number | undefined {
  if (isInFlight(error) && repeatable) return IN_FLIGHT_PAUSE_MS;
  if (failures >= maxRetries) return undefined;
  if (error instanceof ApiError) return pauseAfterAnswer(error, failures, repeatable);
  const broke = error instanceof ConnectionError && !(error instanceof TimeoutError);
  return broke && repeatable ? getBackoff(failures) : undefined;
}

function pauseAfterAnswer(error: ApiError, failures: number, repeatable: boolean): number | undefined {
  switch (error.status) {
    case 429:
    case 503:
      // The server has done nothing, so even an upload may be repeated. A proxy cannot know that.
      if (error.code === "unknown" && !repeatable) return undefined;
      if (error.code === "runtime_unavailable") return undefined;
      if (error.retryAfter === undefined) return getBackoff(failures);
      if (error.retryAfter > LONGEST_PAUSE_SECONDS) return undefined;
      return error.retryAfter * 1000 + Math.random() * FIRST_BACKOFF_MS;
    case 502:
    case 504:
      // A proxy lost the connection to the server, which may have processed the request.
      return repeatable ? getBackoff(failures) : undefined;
    default:
      return undefined;
  }
}

/**
 * Returns the milliseconds to wait after this many failures. The pause doubles each time and is randomly reduced by up
 * to half, so that many clients do not retry at the same moment.
 */
export function getBackoff(failures: number): number {
  const whole = Math.min(FIRST_BACKOFF_MS * 2 ** failures, LONGEST_BACKOFF_MS);
  return whole * (0.5 + Math.random() / 2);
}
