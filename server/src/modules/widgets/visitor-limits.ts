import { PLAN_RUNS_AT_ONCE, type PlanType, WIDGET_LIMITS, WIDGET_TEXTS } from "@stoa/contract";
import type pg from "pg";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import { AppError } from "../../platform/http/app-error.ts";
import { consume, createLimiter } from "../../platform/rate-limit/rate-limiter.ts";
import type { VisitorSession } from "./visitor-sessions.ts";

const DAY_SECONDS = 24 * 3600;
/** How many seconds to wait before a retry if too many visitors wait for answers. Most answers take seconds. */
const RETRY_SECONDS = 5;

/**
 * Limits what one visitor of a page can use up of the key's daily budget. A visitor can ask for a new token at any time,
 * so the messages of a network are counted, too. Clients on this machine have no network that could be counted.
 */
export class VisitorLimits {
  readonly #pool: pg.Pool;
  /** The limits by number of messages. There are at most as many as owners can choose. */
  readonly #limiters = new Map<string, RateLimiterPostgres>();
  readonly #active = new Map<string, number>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Counts a message, over all nodes. @throws AppError 429 if the visitor or the network has sent too many today */
  async countMessage({ key, visitor }: VisitorSession, network: string | undefined): Promise<void> {
    const { keyId, visitorMessages } = key;
    if (network !== undefined) {
      const limiter = this.#getLimiter("widget_network", visitorMessages * WIDGET_LIMITS.visitorsPerNetwork);
      await consume(limiter, `${keyId} ${network}`, WIDGET_TEXTS.tooManyMessages);
    }
    const limiter = this.#getLimiter("widget_visitor", visitorMessages);
    await consume(limiter, `${keyId} ${visitor.hash.toString("base64url")}`, WIDGET_TEXTS.tooManyMessages);
  }

  /**
   * Reserves a place among the key's active runs on this node, so that visitors cannot take all of the account's.
   * @returns the function that frees the place
   * @throws AppError 429 if there is none
   */
  takePlace(keyId: string, plan: PlanType): () => void {
    const count = this.#active.get(keyId) ?? 0;
    if (count >= PLAN_RUNS_AT_ONCE[plan] * WIDGET_LIMITS.activeRunsShare)
      throw new AppError(429, "rate_limited", WIDGET_TEXTS.busy, {
        headers: { "retry-after": String(RETRY_SECONDS) },
      });
    this.#active.set(keyId, count + 1);
    return () => {
      const left = (this.#active.get(keyId) ?? 1) - 1;
      if (left > 0) this.#active.set(keyId, left);
      else this.#active.delete(keyId);
    };
  }

  #getLimiter(name: string, points: number): RateLimiterPostgres {
    const id = `${name} ${points}`;
    const limiter =
      this.#limiters.get(id) ?? createLimiter(this.#pool, { name, points, durationSeconds: DAY_SECONDS });
    this.#limiters.set(id, limiter);
    return limiter;
  }
}
