import { FAILING_WEBHOOK_DAYS } from "@stoa/contract";
import type { OutboundBounds } from "../../platform/outbound/outbound.ts";

const SECOND = 1;
const MINUTE = 60;
const HOUR = 3_600;

/**
 * The delays before the second and later attempts, in seconds. A momentary error is retried almost immediately, and a
 * receiver that fails on a Friday evening has usually been repaired by Monday. The delays add up to three days.
 */
export const RETRY_WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/**
 * Each delay is randomly extended by up to this fraction, so that events that failed together are not all retried at
 * the same time.
 */
export const RETRY_JITTER = 0.2;
/** The longest delay that a receiver can request. It equals the longest regular delay. */
export const RETRY_AFTER_MAX = 24 * HOUR;
/**
 * An endpoint is switched off after this time without a success. All automatic attempts for one event together take
 * less time than this.
 */
export const FAILING_SECONDS = FAILING_WEBHOOK_DAYS * 24 * HOUR;

/**
 * The time limit of an attempt, which is the usual timeout of webhook libraries. No user waits for the reply, and a
 * receiver that needs longer should reply before it processes the event.
 */
const ATTEMPT_MS = 15_000;
/**
 * How long a claim of a delivery lasts. It is four times the time limit of an attempt, which leaves time for the writes
 * before and after the attempt.
 */
export const CLAIM_SECONDS = 60;
/**
 * How long after a claim an attempt may start. An attempt that starts later might not finish before the claim ends, so
 * the event is left to the next node that claims it.
 */
export const CLAIM_USABLE_MS = (CLAIM_SECONDS * 1_000) / 2;

/**
 * The maximum number of attempts that a node makes at the same time. Each takes a socket and a body of up to 100 kB.
 */
export const IN_FLIGHT_PER_NODE = 64;
/** The limit for one account across all nodes. It takes eight accounts whose receivers never reply to occupy a node. */
export const IN_FLIGHT_PER_ACCOUNT = 8;
/**
 * The limit for one endpoint across all nodes. It is half of the account's limit, so that a slow endpoint leaves room
 * for the account's other endpoints.
 */
export const IN_FLIGHT_PER_ENDPOINT = 4;
/**
 * How many of the oldest due events a claim reads, which takes a few milliseconds. If more events are due, one account
 * may own all of the oldest events, so the claim checks the queue of each endpoint.
 */
export const OLDEST_LOOKED_AT = 1_000;
/** How often a node checks for due events. */
export const POLL_MS = 1_000;
/** How often old events are deleted. They are kept for weeks, so a delay of an hour does not matter. */
export const RETENTION_MS = HOUR * 1_000;

/**
 * The maximum size of a run's output as JSON. It keeps the event below 100 kB, the body size that Express accepts by
 * default.
 */
export const OUTPUT_MAX_BYTES = 64 * 1024;

/**
 * The maximum number of test events and resends per minute. It is enough to debug a receiver, and too few to disturb
 * someone else's server.
 */
export const CALLS_PER_MINUTE = 30;

/** The webhooks of one run. Few systems want its end, and each of them is a call that one cheap run causes. */
export const RUN_WEBHOOKS_PER_RUN = 10;
/**
 * How long a webhook of a run is kept after the run has ended: longer than the three days of its attempts, so that its
 * client can still read it.
 */
export const RUN_WEBHOOKS_KEPT_DAYS = 7;
/**
 * The webhooks of all runs of an account: one for each of 700 runs per day. With the longest URL and secrets, they take
 * 50 MB.
 */
export const RUN_WEBHOOKS_PER_ACCOUNT = 5_000;

export const ATTEMPT_BOUNDS: OutboundBounds = {
  connectMs: 5_000,
  headMs: ATTEMPT_MS,
  idleMs: ATTEMPT_MS,
  totalMs: ATTEMPT_MS,
  /** Only the beginning of the body is read, so its declared length does not matter. */
  maxBytes: Number.MAX_SAFE_INTEGER,
};
