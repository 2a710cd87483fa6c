import { LIMITS } from "@stoa/contract/limits";
import { formatUsdFull } from "../../../lib/format.ts";

export const LIMIT_PROBLEM = `Please enter an amount from 0 to ${LIMITS.spendingLimitMaxUsd} USD`;

/** A limit as typed, in USD: empty is none. `undefined` where it is no amount. */
export function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const usd = Number(text);
  return Number.isFinite(usd) && usd >= 0 && usd <= LIMITS.spendingLimitMaxUsd ? usd : undefined;
}

export const UNCONFIRMED_PROBLEM = `Please enter an amount from 0 to ${LIMITS.maxCostUsd} USD`;

/** What a run may cost without a confirmation, as typed in USD; `undefined` where it is no amount. */
export function readUnconfirmed(typed: string): number | undefined {
  const usd = readLimit(typed);
  return typeof usd === "number" && usd <= LIMITS.maxCostUsd ? usd : undefined;
}

/** A limit for its field. */
export function typedLimit(usd: number | null | undefined): string {
  return usd === null || usd === undefined ? "" : String(usd);
}

/** "$1.20 of $5.00", or what was spent alone where there is no limit. */
export function spentOf(spent: number | null, limit: number | null): string {
  const used = formatUsdFull(spent ?? 0);
  return limit === null ? used : `${used} of ${formatUsdFull(limit)}`;
}
