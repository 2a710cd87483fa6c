import type { RatePolicy, RateStanding } from "./rate-policy.ts";

/**
 * The share of a limit that a node grants before it synchronizes with the others. In the worst case, each node
 * exceeds the limit by this much. With a smaller share, busy callers would wait for the database more than twenty
 * times per window.
 */
const SLACK = 0.05;

export function computeSlack(limit: number): number {
  return Math.max(1, Math.floor(limit * SLACK));
}

/** The requests of a bucket that are being reported. */
export interface RateReport {
  bucket: string;
  endsAt: number;
  used: number;
}

/**
 * The requests of one caller under one policy, as this node counts them. Reports return the counts of the other
 * nodes.
 */
export class RateBucket {
  readonly id: string;
  readonly policy: RatePolicy;
  readonly #slack: number;
  readonly #shift: number;
  /** The end of the window, in seconds since 1970. */
  #endsAt = 0;
  /** The requests on all nodes, as far as this node knows from its last report. */
  #known = 0;
  /** The requests on this node since the last report. */
  #unreported = 0;
  /** The part of `#unreported` that a report in progress contains. */
  #reporting = 0;
  /** The number of requests that wait for a report. */
  waiting = 0;

  constructor(id: string, policy: RatePolicy) {
    this.id = id;
    this.policy = policy;
    this.#slack = computeSlack(policy.limit);
    this.#shift = computeShift(id, policy.windowSeconds);
  }

  /** Begins a new window if the current window is over. */
  enter(nowMs: number): void {
    if (nowMs < this.#endsAt * 1000) return;
    const { windowSeconds } = this.policy;
    const passed = Math.floor((nowMs / 1000 - this.#shift) / windowSeconds);
    this.#endsAt = (passed + 1) * windowSeconds + this.#shift;
    this.#known = 0;
    this.#unreported = 0;
    this.#reporting = 0;
  }

  get isSpent(): boolean {
    return this.#known + this.#unreported >= this.policy.limit;
  }

  /**
   * Whether no further request could pass even if all waiting requests are counted. This limits how many requests of
   * a flood have to wait.
   */
  get isFull(): boolean {
    return this.#known + this.#unreported + this.waiting >= this.policy.limit;
  }

  /** Whether the next request has to wait until this node knows the counts of the other nodes. */
  get mustReport(): boolean {
    return this.#unreported >= this.#slack;
  }

  /** Whether to report now, early enough that a busy caller rarely has to wait. */
  get shouldReport(): boolean {
    return this.#unreported - this.#reporting >= this.#slack / 2;
  }

  use(): void {
    this.#unreported += 1;
  }

  standing(nowMs: number): RateStanding {
    return {
      policy: this.policy,
      remaining: Math.max(0, this.policy.limit - this.#known - this.#unreported),
      resetSeconds: Math.max(1, Math.ceil(this.#endsAt - nowMs / 1000)),
    };
  }

  beginReport(): RateReport {
    const used = this.#unreported - this.#reporting;
    this.#reporting += used;
    return { bucket: this.id, endsAt: this.#endsAt, used };
  }

  /** @param total the requests on all nodes in the window of the report; `undefined` if they could not be read. */
  endReport({ endsAt, used }: RateReport, total: number | undefined): void {
    if (endsAt !== this.#endsAt) return;
    this.#reporting -= used;
    this.#unreported -= used;
    this.#known = Math.max(this.#known + used, total ?? 0);
  }
}

/**
 * Shifts each caller's windows, so that they do not all end, and cause waits, in the same second. Every node computes
 * the same shift.
 */
function computeShift(id: string, windowSeconds: number): number {
  let shift = 0;
  for (let at = 0; at < id.length; at += 1) shift = (shift * 31 + id.charCodeAt(at)) % windowSeconds;
  return shift;
}
