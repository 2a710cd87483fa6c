import { SCREEN } from "@stoa/contract/limits";
import { formatCount, formatPercent } from "../../../lib/format.ts";

interface Usage {
  readonly current_usage: number;
  readonly usage_quota: number | null;
}

/** Returns the used share of a quota, from 0 to 1 or more. A quota of 0 is used up from the start. */
export function getQuotaShare(used: number, quota: number): number {
  return quota === 0 ? 1 : used / quota;
}

/** Returns "12", or "12 / 100 (12.0%)" if there is a quota. */
export function formatUsage({ current_usage, usage_quota }: Usage): string {
  const used = formatCount(current_usage);
  if (usage_quota === null) return used;
  return `${used} / ${formatCount(usage_quota)} (${formatPercent(getQuotaShare(current_usage, usage_quota))})`;
}

/** Returns the color for the used share of a quota: green up to 75 percent, yellow above 75, red above 90. */
export function getQuotaTone(share: number): "ok" | "warn" | "danger" {
  const percent = share * 100;
  if (percent > SCREEN.quotaDangerPercent) return "danger";
  return percent > SCREEN.quotaWarnPercent ? "warn" : "ok";
}

/** Parses a typed quota; an empty string means unlimited. Returns `undefined` if the text is not a whole number. */
export function readQuota(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const quota = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(quota) ? quota : undefined;
}

export const QUOTA_PROBLEM = "Please enter a whole number, 0 or more";
