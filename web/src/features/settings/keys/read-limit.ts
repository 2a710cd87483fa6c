import { LIMITS } from "@stoa/contract/limits";
import { formatUsdFull } from "../../../lib/format.ts";

export const LIMIT_PROBLEM = `Please enter an amount from 0 to ${LIMITS.spendingLimitMaxUsd} USD`;

/** Parses a typed limit in USD; an empty string means no limit. Returns `undefined` if the amount is invalid. */
export function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const usd = Number(text);
  return Number.isFinite(usd) && usd >= 0 && usd <= LIMITS.spendingLimitMaxUsd ? usd : undefined;
}

export const UNCONFIRMED_PROBLEM = `Please enter an amount from 0 to ${LIMITS.maxCostUsd} USD`;

/**
 * Parses the typed cost in USD above which a run needs confirmation. Returns `undefined` if the amount is invalid.
 */
export function readUnconfirmed(typed: string): number | undefined {
  const usd = readLimit(typed);
  return typeof usd === "number" && usd <= LIMITS.maxCostUsd ? usd : undefined;
}

/** Returns a limit as text for its field. */
export function toLimitText(usd: number | null | undefined): string {
  return usd === null || usd === undefined ? "" : String(usd);
}

/** Returns "$1.20 of $5.00", or only the amount spent if there is no limit. */
export function formatSpending(spent: number | null, limit: number | null): string {
  const used = formatUsdFull(spent ?? 0);
  return limit === null ? used : `${used} of ${formatUsdFull(limit)}`;
}
