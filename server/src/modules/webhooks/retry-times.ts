import { RETRY_AFTER_MAX, RETRY_JITTER, RETRY_WAITS } from "./bounds.ts";

/**
 * Returns the seconds until the next attempt after this number of failures, or `undefined` if the event is given up.
 * @param retryAfter the wait that the receiver requested, in seconds; it is extended to our own wait and limited to our longest one.
 */
export function retryWait(
  failures: number,
  retryAfter: number | undefined,
  random: () => number,
): number | undefined {
  const wait = RETRY_WAITS[failures - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 + RETRY_JITTER * random()), Math.min(retryAfter ?? 0, RETRY_AFTER_MAX));
}

/**
 * Returns the wait that a `Retry-After` header requests, in seconds from `now` (RFC 9110, 10.2.3), or `undefined` if
 * it is invalid.
 */
export function secondsOfRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now.getTime()) / 1_000);
}
