import type { PlanType } from "./plan-type.ts";

const MEGABYTE = 1_000_000;

/**
 * The maximum number of bytes that the server stores for an account: inputs, outputs and logs of its runs, and stored
 * values of its workflows. Most runs need less than 10 kB. A server of the smallest recommended size has a disk of 20
 * GB.
 */
export const PLAN_STORAGE_BYTES: Readonly<Record<PlanType, number>> = {
  /** More than 20,000 typical runs, far more than the initial credits pay for. Fifty such accounts fit a small disk. */
  free: 200 * MEGABYTE,
  /** 200,000 typical runs within the 90 days that they are stored. */
  creator: 2_000 * MEGABYTE,
  /** 2 million typical runs. The disk costs about 2 USD per month, of the 200 USD that the plan costs. */
  business: 20_000 * MEGABYTE,
};

/** The share of an account's storage that workflows can fill, so that half of it remains for runs. */
export const WORKFLOW_STORAGE_SHARE = 0.5;

/** Returns a number of bytes in megabytes or gigabytes with at most one decimal place. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return megabytes >= 1_000 ? `${formatDecimal(megabytes / 1_000)} GB` : `${formatDecimal(megabytes)} MB`;
}

const formatDecimal = (value: number) => value.toFixed(1).replace(/\.0$/, "");
