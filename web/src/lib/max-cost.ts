import { LIMITS } from "@stoa/contract/limits";

/** The maximum cost of a run as typed, in USD, or its problem. An empty field means the agent's own limit. */
type MaxCost =
  | { readonly value: number | undefined; readonly problem: null }
  | { readonly value: undefined; readonly problem: string };

const PROBLEM = `Please enter an amount in USD from 0 to ${LIMITS.maxCostUsd}`;

/** Parses a typed maximum cost; a leading dollar sign is ignored. */
export function parseMaxCost(text: string): MaxCost {
  const typed = text.trim().replace(/^\$\s*/, "");
  if (typed === "") return { value: undefined, problem: null };
  const value = Number(typed);
  return Number.isFinite(value) && value >= 0 && value <= LIMITS.maxCostUsd
    ? { value, problem: null }
    : { value: undefined, problem: PROBLEM };
}
