import { RETRY_AFTER_MAX, RETRY_JITTER, RETRY_WAITS } from "./bounds.ts";

/**
 * Seconds until an event is sent again that has failed so often; `undefined` when it is given up.
 * @param retryAfter what the receiver asked for, in seconds: never sooner than we would, never longer than our longest.
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

/** What a `Retry-After` says, in seconds from `now` (RFC 9110, 10.2.3); `undefined` for what it cannot say. */
export function secondsOfRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now.getTime()) / 1_000);
}
