import type { PlanType } from "./plan-type.ts";

/** The classes of requests by signed-in users and API keys. Each class has its own limit. */
export type RateClass = "reads" | "changes" | "runs" | "uploads";

/** The classes of requests without a known user, which are limited by IP address. */
export type AddressRateClass = "anonymous" | "sign_in" | "credentials";

/** The length of the rate limit window of all classes. It is short enough to wait for and long enough for bursts. */
export const RATE_WINDOW_SECONDS = 60;

/**
 * Requests per window for a signed-in user, by plan. A page of the app needs 4 to 8 reads, so 1,200 reads allow three
 * pages per second. Programs make most runs and changes, so higher plans allow more of them. Each upload or file
 * check needs a sandbox; they also have hourly limits.
 */
export const PLAN_RATES: Readonly<Record<PlanType, Readonly<Record<RateClass, number>>>> = {
  /** 5 runs per second, enough for a script that processes a thousand items with a small agent, one after the other. */
  free: { reads: 1_200, changes: 300, runs: 300, uploads: 30 },
  /** 20 runs per second, enough for a product with about a hundred concurrent users. */
  creator: { reads: 3_000, changes: 900, runs: 1_200, uploads: 60 },
  /** 100 runs per second: the capacity of one node for all callers together. */
  business: { reads: 12_000, changes: 3_000, runs: 6_000, uploads: 120 },
};

/**
 * The runs that an account can have active at once, over all nodes, without child runs. A node of the default size
 * runs 64 at once, so an account with a free plan can use at most half of one. The limits of other plans are higher
 * in proportion to their runs per minute.
 */
export const PLAN_RUNS_AT_ONCE: Readonly<Record<PlanType, number>> = {
  free: 32,
  creator: 128,
  business: 640,
};

/**
 * Requests per window from one IP address without a known user. An office or a class can share an address: thirty
 * visitors make about 600 reads per minute and sign in once each. `credentials` counts invalid credentials: a client
 * with a revoked key tries a few times and stops, but an attacker who guesses keys does not.
 */
export const ADDRESS_RATES: Readonly<Record<AddressRateClass, number>> = {
  anonymous: 1_200,
  sign_in: 120,
  credentials: 240,
};

/**
 * The share of its owner's limits that one API key can use. A faulty program leaves the rest for the browser in which
 * the owner revokes its key.
 */
export const KEY_RATE_SHARE = 0.8;

export const RATE_TEXTS = {
  tooMany: (seconds: number) => `Too many requests. Please try again in ${formatWait(seconds)}.`,
  tooManyAtOnce: (bound: number) =>
    `Your plan allows ${bound} active runs at a time. Please try again when one has ended.`,
  badCredentials: (seconds: number) =>
    `Too many requests with invalid credentials from this network. Please try again in ${formatWait(seconds)}.`,
} as const;

const MINUTE = 60;
const HOUR = 3_600;

/** Returns a wait in a convenient unit, rounded up: "42 minutes". */
export function formatWait(seconds: number): string {
  if (seconds === 1) return "a second";
  if (seconds < 2 * MINUTE) return `${seconds} seconds`;
  if (seconds < 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`;
  return `${Math.ceil(seconds / HOUR)} hours`;
}
