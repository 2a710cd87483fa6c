import { waitWords } from "@stoa/contract";
import pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../http/app-error.ts";
import { type RatePolicy, rateHeaders, ratePolicy } from "./rate-policy.ts";

/** The library reads `expire` as a number; our pool gives bigint. */
function withPlainNumbers(pool: pg.Pool) {
  return { query: (query: pg.QueryConfig) => pool.query({ ...query, types: pg.types }) };
}

interface Options {
  /** Prefix of the keys in the table `rate_limits`. */
  name: string;
  points: number;
  durationSeconds: number;
}

/** A limit shared by all nodes through PostgreSQL. */
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
 * Uses up one point of `key`.
 * @param detail what there was too much of, as a sentence; when to try again is added.
 * @throws AppError 429 with Retry-After and RateLimit headers when none is left.
 */
export async function consume(limiter: RateLimiterPostgres, key: string, detail: string): Promise<void> {
  try {
    await limiter.consume(key, 1);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const policy = ratePolicy(limiter.keyPrefix, limiter.points, limiter.duration);
    throw tooMany(refusal.msBeforeNext, detail, policy);
  }
}

/** Gives back a point of `key` that turned out not to count. */
export async function giveBack(limiter: RateLimiterPostgres, key: string): Promise<void> {
  await limiter.reward(key, 1);
}

/** Returns a 429 that says in its text and its headers when to try again. */
export function tooMany(msBeforeNext: number, detail: string, policy: RatePolicy): AppError {
  const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError(429, "rate_limited", `${detail} Please try again in ${waitWords(resetSeconds)}.`, {
    headers: {
      "retry-after": String(resetSeconds),
      ...rateHeaders([{ policy, remaining: 0, resetSeconds }]),
    },
  });
}
