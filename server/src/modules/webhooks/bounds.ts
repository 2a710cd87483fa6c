import { FAILING_WEBHOOK_DAYS } from "@stoa/contract";
import type { OutboundBounds } from "../../platform/outbound/outbound.ts";

const SECOND = 1;
const MINUTE = 60;
const HOUR = 3_600;

/**
 * The waits before the second and later attempts, in seconds. A momentary error is retried almost immediately, and a
 * receiver that broke on a Friday evening has been repaired by Monday. The waits add up to three days.
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
 * Each wait is extended by up to this fraction at random, so that events that failed together are not all retried
 * together.
 */
export const RETRY_JITTER = 0.2;
/** The longest wait that a receiver can request, which equals our own longest wait. */
export const RETRY_AFTER_MAX = 24 * HOUR;
/**
 * An endpoint is switched off after this long without a success, which is longer than the automatic attempts for an
 * event take.
 */
export const FAILING_SECONDS = FAILING_WEBHOOK_DAYS * 24 * HOUR;

/**
 * The time limit of an attempt, which is the usual timeout of webhook libraries. No user waits for the reply, and
 * a receiver that needs longer should reply first.
 */
const ATTEMPT_MS = 15_000;
/**
 * How long a node may keep an event that it sends: four times the limit of an attempt, with time for the writes
 * before and after it.
 */
export const CLAIM_SECONDS = 60;
/**
 * After this time an attempt might not finish before the claim ends, so the event is left to the next node that
 * claims it.
 */
export const CLAIM_USABLE_MS = (CLAIM_SECONDS * 1_000) / 2;

/**
 * The number of attempts that a node makes at the same time. Each takes a socket and a body of up to 100 kB.
 */
export const IN_FLIGHT_PER_NODE = 64;
/**
 * The limit for one account, on all nodes. Eight accounts whose receivers never reply are needed to
 * occupy a node.
 */
export const IN_FLIGHT_PER_ACCOUNT = 8;
/**
 * The limit for one endpoint, on all nodes. It is half of the account's limit, so that a slow
 * endpoint leaves room for the others.
 */
export const IN_FLIGHT_PER_ENDPOINT = 4;
/**
 * How many of the oldest due events a claim reads, which takes a few milliseconds. A larger number is a backlog, in
 * which one account may own all of the oldest events.
 */
export const OLDEST_LOOKED_AT = 1_000;
/** How often new events are looked for. */
export const POLL_MS = 1_000;
/** How often old events are deleted. They are kept for weeks, so a delay of an hour does not matter. */
export const RETENTION_MS = HOUR * 1_000;

/**
 * The maximum size of a run's output as JSON: the event then stays below the 100 kB that Express accepts by default.
 */
export const OUTPUT_MAX_BYTES = 64 * 1024;

/**
 * The maximum number of test events and resends per minute: enough to debug a receiver, and too few to disturb
 * someone else's server.
 */
export const CALLS_PER_MINUTE = 30;

export const ATTEMPT_BOUNDS: OutboundBounds = {
  connectMs: 5_000,
  headMs: ATTEMPT_MS,
  idleMs: ATTEMPT_MS,
  totalMs: ATTEMPT_MS,
  /** Only the beginning of the body is read, so its declared length does not matter. */
  maxBytes: Number.MAX_SAFE_INTEGER,
};
