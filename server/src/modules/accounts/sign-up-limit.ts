import type pg from "pg";
import { networkOf } from "../../platform/rate-limit/network-of.ts";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";

const DAY_SECONDS = 24 * 3600;
const TOO_MANY = "Too many accounts were created from this network today. Please try again tomorrow.";

/**
 * Each account brings promotional credits, which strangers' code could turn into model calls: an address opens so
 * many accounts a day, over all nodes. This machine's own addresses are not limited: who uses them is the operator,
 * or everybody behind a proxy that `STOA_TRUST_PROXY` does not name.
 */
export class SignUpLimit {
  readonly #accounts;

  constructor(pool: pg.Pool, accountsPerDay: number) {
    this.#accounts = createLimiter(pool, {
      name: "signup",
      points: accountsPerDay,
      durationSeconds: DAY_SECONDS,
    });
  }

  /** @throws AppError 429 with Retry-After and RateLimit headers. */
  async use(address: string): Promise<void> {
    const network = networkOf(address);
    if (network !== undefined) await consume(this.#accounts, network, TOO_MANY);
  }
}
