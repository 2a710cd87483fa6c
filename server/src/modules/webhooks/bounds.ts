import { FAILING_WEBHOOK_DAYS } from "@stoa/contract";
import type { OutboundBounds } from "../../platform/outbound/outbound.ts";

const SECOND = 1;
const MINUTE = 60;
const HOUR = 3_600;

/**
 * Waits before the attempts after the first one, in seconds: an error of a moment is made good at once, a receiver that
 * broke on a Friday evening has been repaired by Monday. Three days in all.
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
/** A wait is longer by up to this part of it, so that what failed together does not come back together. */
export const RETRY_JITTER = 0.2;
/** The longest wait that a receiver can ask for: as long as our own longest. */
export const RETRY_AFTER_MAX = 24 * HOUR;
/** After so long without a success an endpoint is switched off: longer than an event is tried of our own accord. */
export const FAILING_SECONDS = FAILING_WEBHOOK_DAYS * 24 * HOUR;

/** What libraries of receivers wait for, too. Nobody waits for us; a receiver that works longer answers first. */
const ATTEMPT_MS = 15_000;
/** While a node sends, the event is its own: four times what an attempt may take, with what it writes before and after. */
export const CLAIM_SECONDS = 60;
/** Past this it would not be done before its claim ends, and leaves the event to the node that claims it then. */
export const CLAIM_USABLE_MS = (CLAIM_SECONDS * 1_000) / 2;

/** Each is a socket and a body of up to 100 kB. */
export const IN_FLIGHT_PER_NODE = 64;
/** Of one account on all nodes: it takes eight that only let us wait to fill one. */
export const IN_FLIGHT_PER_ACCOUNT = 8;
/** Of one endpoint on all nodes. Half of its account's: one that is slow leaves the other ones room. */
export const IN_FLIGHT_PER_ENDPOINT = 4;
/** Of what is due: a few milliseconds. More than that is a backlog, in which one account may have all of the oldest. */
export const OLDEST_LOOKED_AT = 1_000;
/** An event follows what it tells of by a second. */
export const POLL_MS = 1_000;
/** Months are kept: an hour more or less is nothing. */
export const RETENTION_MS = HOUR * 1_000;

/** JSON of a run's output: with the rest of a run it stays below the 100 kB that Express takes by default. */
export const OUTPUT_MAX_BYTES = 64 * 1024;

/** Test events and resends that one asks for in a minute: enough to mend a receiver, too few to disturb a stranger's. */
export const CALLS_PER_MINUTE = 30;

export const ATTEMPT_BOUNDS: OutboundBounds = {
  connectMs: 5_000,
  headMs: ATTEMPT_MS,
  idleMs: ATTEMPT_MS,
  totalMs: ATTEMPT_MS,
  /** Of it only the beginning is ever read; how long it says that it is does not matter. */
  maxBytes: Number.MAX_SAFE_INTEGER,
};
