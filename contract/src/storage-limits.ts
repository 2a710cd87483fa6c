import type { PlanType } from "./plan-type.ts";

const MEGABYTE = 1_000_000;

/**
 * Bytes that the server keeps for an account: what its runs were given, answered and logged, and what its workflows
 * remember. Most runs keep less than 10 kB. A server of the smallest recommended size has a disk of 20 GB.
 */
export const PLAN_STORAGE_BYTES: Readonly<Record<PlanType, number>> = {
  /** More than 20,000 usual runs, far more than the starting credits pay for; fifty such accounts fit a small disk. */
  free: 200 * MEGABYTE,
  /** 200,000 usual runs within the 90 days that they are kept. */
  creator: 2_000 * MEGABYTE,
  /** 2 million usual runs; about 2 USD a month of disk at usual prices, of the 200 that the plan costs. */
  business: 20_000 * MEGABYTE,
};

/** What workflows may fill of an account's storage: the other half always remains for runs. */
export const WORKFLOW_STORAGE_SHARE = 0.5;

/** Returns a number of bytes in megabytes or gigabytes with at most one decimal place. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return megabytes >= 1_000 ? `${oneDecimal(megabytes / 1_000)} GB` : `${oneDecimal(megabytes)} MB`;
}

const oneDecimal = (value: number) => value.toFixed(1).replace(/\.0$/, "");
