import type pg from "pg";
import { hashToken } from "../../platform/crypto/tokens.ts";
import { createLimiter, tooMany } from "../../platform/rate-limit/rate-limiter.ts";
import { ratePolicy } from "../../platform/rate-limit/rate-policy.ts";

/** Failures are remembered for an hour after the last one. */
const MEMORY_SECONDS = 3600;
/** Nobody waits longer than this between two tries. */
const LONGEST_WAIT_SECONDS = 900;
/** A person mistypes a few times; from the fifth failure on each doubles the wait. */
const FREE_TRIES_PER_ACCOUNT = 5;
/** Many people share one address (offices, carriers), so it waits later. */
const FREE_TRIES_PER_ADDRESS = 100;

const TOO_MANY = "Too many failed sign-in attempts. Please wait and try again.";

/** Slows down and locks repeated failed sign-ins, per account and per address, on all nodes (reading 21). */
export class SignInGuard {
  readonly #failures;
  readonly #locks;

  constructor(pool: pg.Pool) {
    this.#failures = createLimiter(pool, { name: "signin_fail", points: 1, durationSeconds: MEMORY_SECONDS });
    this.#locks = createLimiter(pool, {
      name: "signin_lock",
      points: 1,
      durationSeconds: LONGEST_WAIT_SECONDS,
    });
  }

  /** @throws AppError 429 with Retry-After while account or address must wait. */
  async check(email: string, address: string): Promise<void> {
    for (const key of keys(email, address)) {
      const lock = await this.#locks.get(key.name);
      if (lock && lock.consumedPoints > 1 && lock.msBeforeNext > 0)
        throw tooMany(lock.msBeforeNext, TOO_MANY, ratePolicy("sign_in_failures", key.free, MEMORY_SECONDS));
    }
  }

  async failed(email: string, address: string): Promise<void> {
    for (const key of keys(email, address)) {
      const { consumedPoints } = await this.#failures.penalty(key.name, 1);
      const beyond = consumedPoints - key.free;
      if (beyond >= 0)
        await this.#locks.block(key.name, Math.min(LONGEST_WAIT_SECONDS, 2 ** Math.min(beyond, 10)));
    }
  }

  /** A right password forgives the account's failures, not those of the address. */
  async succeeded(email: string): Promise<void> {
    await this.#failures.delete(accountKey(email));
  }

  /** Who has shown by their mailbox that the account is theirs need not wait for others' guesses. */
  async forgive(email: string): Promise<void> {
    await this.succeeded(email);
    await this.#locks.delete(accountKey(email));
  }
}

function accountKey(email: string): string {
  return `account:${hashToken(email.toLowerCase()).toString("base64url")}`;
}

function keys(email: string, address: string) {
  return [
    { name: accountKey(email), free: FREE_TRIES_PER_ACCOUNT },
    { name: `address:${address}`, free: FREE_TRIES_PER_ADDRESS },
  ];
}
