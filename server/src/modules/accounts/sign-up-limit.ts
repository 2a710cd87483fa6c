import type pg from "pg";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";

const DAY_SECONDS = 24 * 3600;
const TOO_MANY = "Too many accounts were created from this network today.";

/**
 * Limits the accounts that one network creates per day, across all nodes, because each account brings promotional
 * credits that attackers' code could turn into model calls. Clients on this machine are not limited.
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

  /** Counts a sign-up. Throws AppError 429 with Retry-After and RateLimit headers. */
  async use(network: string | undefined): Promise<void> {
    if (network !== undefined) await consume(this.#accounts, network, TOO_MANY);
  }
}
