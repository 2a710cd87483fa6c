import type { PlanType } from "./plan-type.ts";

/** What requests of signed-in people and programs count as: none of these can use up another's limit. */
export type RateClass = "reads" | "changes" | "runs" | "uploads";

/** What requests count as where nobody is known: as one of an address. */
export type AddressRateClass = "anonymous" | "sign_in" | "credentials";

/** Seconds of one window for all classes: short enough to wait for, long enough for a burst. */
export const RATE_WINDOW_SECONDS = 60;

/**
 * Requests that a signed-in person may make in a window. A page of the app is 4 to 8 reads: 1,200 are a person who opens
 * three pages a second. Runs and changes are what programs make, and who pays for more of them gets more. Uploads, and
 * files that are checked, each take a sandbox; by the hour they have limits besides.
 */
export const PLAN_RATES: Readonly<Record<PlanType, Readonly<Record<RateClass, number>>>> = {
  /** 5 runs a second: a script that puts a thousand items through a small agent, one after the other. */
  free: { reads: 1_200, changes: 300, runs: 300, uploads: 30 },
  /** 20 runs a second: a product of one's own with some hundred people at a time. */
  creator: { reads: 3_000, changes: 900, runs: 1_200, uploads: 60 },
  /** 100 runs a second: as much as one node carries of all its callers together. */
  business: { reads: 12_000, changes: 3_000, runs: 6_000, uploads: 120 },
};

/**
 * Runs that an account may have active at once, over all nodes; what a run calls is not counted besides. A node
 * of the default size carries 64: who sends all that a free plan allows leaves half of one to the others. Other plans
 * have as many times more as they may start in a minute.
 */
export const PLAN_RUNS_AT_ONCE: Readonly<Record<PlanType, number>> = {
  free: 32,
  creator: 128,
  business: 640,
};

/**
 * Requests that one address may make in a window with nobody known. An office or a class shares an address: thirty
 * people who look around read 600 times a minute and sign in once each. `credentials` are those that were not good:
 * a client whose key was ended asks a few times and stops, who guesses keys does not.
 */
export const ADDRESS_RATES: Readonly<Record<AddressRateClass, number>> = {
  anonymous: 1_200,
  sign_in: 120,
  credentials: 240,
};

/**
 * One API key has this share of its owner's limits: a program that has lost its way leaves a fifth to the browser in
 * which its key is ended.
 */
export const KEY_RATE_SHARE = 0.8;

export const RATE_TEXTS = {
  tooMany: (seconds: number) => `Too many requests. Please try again in ${waitWords(seconds)}.`,
  tooManyAtOnce: (bound: number) =>
    `${bound} of your runs are active, as many as your plan allows at once. Please try again when one has ended.`,
  badCredentials: (seconds: number) =>
    `Too many requests from this network with a credential that is not good. Please try again in ${waitWords(seconds)}.`,
} as const;

const MINUTE = 60;
const HOUR = 3_600;

/** Returns a wait in the unit that people would use, never shorter than it is: "42 minutes". */
export function waitWords(seconds: number): string {
  if (seconds === 1) return "a second";
  if (seconds < 2 * MINUTE) return `${seconds} seconds`;
  if (seconds < 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`;
  return `${Math.ceil(seconds / HOUR)} hours`;
}
