import { formatWait } from "@stoa/contract";
import pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../http/app-error.ts";
import { createRateHeaders, createRatePolicy, type RatePolicy } from "./rate-policy.ts";

/** Converts `expire` to a number, which the library expects; our pool returns a bigint. */
function withPlainNumbers(pool: pg.Pool) {
  return { query: (query: pg.QueryConfig) => pool.query({ ...query, types: pg.types }) };
}

interface Options {
  /** The prefix of the keys in the table `rate_limits`. */
  name: string;
  points: number;
  durationSeconds: number;
}

/** Creates a rate limit that all nodes share through PostgreSQL. */
export function createLimiter(pool: pg.Pool, options: Options): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: withPlainNumbers(pool),
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: options.name,
    points: options.points,
    duration: options.durationSeconds,
  });
}

/**
 * Uses one point of `key`.
 * @param detail the error text, as a sentence; the time of the next attempt is appended.
 * @throws AppError 429 with Retry-After and RateLimit headers if no point is left.
 */
export async function consume(limiter: RateLimiterPostgres, key: string, detail: string): Promise<void> {
  try {
    await limiter.consume(key, 1);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const policy = createRatePolicy(limiter.keyPrefix, limiter.points, limiter.duration);
    throw tooMany(refusal.msBeforeNext, detail, policy);
  }
}

/** Returns the point of an attempt to `key`, because the attempt does not count toward the limit after all. */
export async function giveBack(limiter: RateLimiterPostgres, key: string): Promise<void> {
  await limiter.reward(key, 1);
}

/** Returns a 429 whose text and headers say when to try again. */
export function tooMany(msBeforeNext: number, detail: string, policy: RatePolicy): AppError {
  const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError(429, "rate_limited", `${detail} Please try again in ${formatWait(resetSeconds)}.`, {
    headers: {
      "retry-after": String(resetSeconds),
      ...createRateHeaders([{ policy, remaining: 0, resetSeconds }]),
    },
  });
}
