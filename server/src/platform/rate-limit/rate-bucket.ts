import type { RatePolicy, RateStanding } from "./rate-policy.ts";

/**
 * What a node lets through of a limit before it has asked the others: so much more than the limit may each node let
 * through at worst. With less, busy callers would wait for the database more often than twenty times a window.
 */
const SLACK = 0.05;

export function slackOf(limit: number): number {
  return Math.max(1, Math.floor(limit * SLACK));
}

/** Requests of a bucket that are being reported. */
export interface RateReport {
  bucket: string;
  endsAt: number;
  used: number;
}

/** One caller's requests under one policy, as this node counts them; it knows the other nodes' by its reports. */
export class RateBucket {
  readonly id: string;
  readonly policy: RatePolicy;
  readonly #slack: number;
  readonly #shift: number;
  /** Second since 1970 in which the window ends. */
  #endsAt = 0;
  /** All nodes' requests, as of the last report. */
  #known = 0;
  /** This node's since. */
  #unreported = 0;
  /** Those of them that a report is in progress with. */
  #reporting = 0;
  /** Requests that wait for one. */
  waiting = 0;

  constructor(id: string, policy: RatePolicy) {
    this.id = id;
    this.policy = policy;
    this.#slack = slackOf(policy.limit);
    this.#shift = shiftOf(id, policy.windowSeconds);
  }

  /** Begins the next window where the present one is over. */
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

  /** No more can pass, even if all that wait do: of a flood as many wait as could pass at best. */
  get isFull(): boolean {
    return this.#known + this.#unreported + this.waiting >= this.policy.limit;
  }

  /** The next request has to wait until this node knows what others have counted. */
  get mustReport(): boolean {
    return this.#unreported >= this.#slack;
  }

  /** Reports in good time, so that a busy caller seldom has to wait for one. */
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

  /** @param total all nodes' requests in the report's window; `undefined` if they could not be read. */
  endReport({ endsAt, used }: RateReport, total: number | undefined): void {
    if (endsAt !== this.#endsAt) return;
    this.#reporting -= used;
    this.#unreported -= used;
    this.#known = Math.max(this.#known + used, total ?? 0);
  }
}

/** Callers' windows do not all end in the same second, and with them everybody's wait. The same on every node. */
function shiftOf(id: string, windowSeconds: number): number {
  let shift = 0;
  for (let at = 0; at < id.length; at += 1) shift = (shift * 31 + id.charCodeAt(at)) % windowSeconds;
  return shift;
}
