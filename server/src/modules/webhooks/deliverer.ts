import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { type Outbound, OutboundError } from "../../platform/outbound/outbound.ts";
import { type AttemptFailure, recordAttempt, type Verdict } from "./attempt-store.ts";
import { CLAIM_USABLE_MS, RETRY_AFTER_MAX, RETRY_JITTER, RETRY_WAITS } from "./bounds.ts";
import { createRequest, type RequestSources } from "./event-request.ts";
import { type ClaimedDelivery, claimDue, giveUpClaim, type Now, releaseClaim } from "./queue-store.ts";
import { type SentEvent, sendEvent } from "./send-event.ts";

export interface DelivererOptions extends RequestSources {
  db: Database;
  outbound: Outbound;
  notify: Notify;
  now: Now;
  /** Returns a random number from 0 to 1, which varies the delay before the next attempt. */
  random: () => number;
  log: FastifyBaseLogger;
}

/** A delivery that this node has claimed, with the time of the claim according to this node's clock. */
export interface TakenDelivery {
  claim: ClaimedDelivery;
  takenAt: number;
}

const GONE = 410;
const NOT_PREPARED = "Failed to prepare the request because of an error on this server";

/** Sends events and stores the results. If a node crashes in between, the event is sent again with the same id. */
export class Deliverer {
  readonly #options: DelivererOptions;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  async take(places: number): Promise<TakenDelivery[]> {
    const takenAt = performance.now();
    const claims = await claimDue(this.#options.db, this.#options.now, places);
    return claims.map((claim) => ({ claim, takenAt }));
  }

  async deliver({ claim, takenAt }: TakenDelivery, stopping: AbortSignal): Promise<void> {
    const { db, now, notify, log } = this.#options;
    if (!claim.isActive) return giveUpClaim(db, claim);
    const startedAt = performance.now();
    let sent: SentEvent | undefined;
    try {
      sent = await this.#send(claim, takenAt, stopping);
    } catch (err) {
      if (err instanceof OutboundError) return releaseClaim(db, claim);
      log.error({ err, delivery: claim.id }, "failed to prepare a webhook request");
      const durationMs = Math.round(performance.now() - startedAt);
      const attempt = { durationMs, httpStatus: null, error: NOT_PREPARED, answer: null };
      return recordAttempt(db, now, notify, claim, attempt, this.#createFailedVerdict(claim, "ours"));
    }
    if (sent === undefined) return;
    await recordAttempt(db, now, notify, claim, sent, this.#judge(claim, sent));
    log.debug(
      { delivery: claim.id, attempt: claim.attempt, status: sent.httpStatus },
      "attempted a webhook delivery",
    );
  }

  /**
   * Sends a delivery.
   * @returns `undefined` if it is too late to send it. In that case the next node that claims the delivery sends it.
   * @throws OutboundError if this node stops; any other error if the request could not be prepared.
   */
  async #send(
    claim: ClaimedDelivery,
    takenAt: number,
    stopping: AbortSignal,
  ): Promise<SentEvent | undefined> {
    const request = await createRequest(this.#options, claim);
    if (performance.now() - takenAt > CLAIM_USABLE_MS) return undefined;
    return sendEvent(this.#options.outbound, { url: claim.url, ...request }, stopping);
  }

  #judge(claim: ClaimedDelivery, { httpStatus, retryAfter }: SentEvent): Verdict {
    if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { kind: "delivered" };
    const because = httpStatus === GONE ? "gone" : "receiver";
    return this.#createFailedVerdict(claim, because, parseRetryAfter(retryAfter, claim.at));
  }

  #createFailedVerdict({ failures }: ClaimedDelivery, because: AttemptFailure, retryAfter?: number): Verdict {
    return {
      kind: "failed",
      waitSeconds: retryWait(failures + 1, retryAfter, this.#options.random),
      because,
    };
  }
}

/**
 * Returns the seconds until the next attempt after this number of failures, or `undefined` if there are no more
 * attempts.
 * @param retryAfter the delay that the receiver requested, in seconds. It is raised to the regular delay if it is
 * shorter, and limited to the longest delay.
 */
function retryWait(
  failures: number,
  retryAfter: number | undefined,
  random: () => number,
): number | undefined {
  const wait = RETRY_WAITS[failures - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 + RETRY_JITTER * random()), Math.min(retryAfter ?? 0, RETRY_AFTER_MAX));
}

/**
 * Returns the delay that a `Retry-After` header requests, in seconds from `now` (RFC 9110, 10.2.3), or `undefined` if
 * the header is missing or invalid.
 */
function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now.getTime()) / 1_000);
}
