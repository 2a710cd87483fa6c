import type { Agent } from "@stoa/contract/catalog";
import { LIMITS } from "@stoa/contract/limits";
import { formatDay } from "../../../lib/format-time.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The effect of a typed price. `cancelsIncrease` cancels an announced increase; `raisesIncrease` is not allowed. */
type PriceChange = "none" | "cut" | "rise" | "lowersRise" | "raisesIncrease" | "cancelsIncrease";

/** Compares a typed price with the current price and an announced increase. */
export function getPriceChange(
  agent: Pick<Agent, "price_per_token" | "next_price">,
  typed: number,
): PriceChange {
  const { price_per_token: present, next_price: next } = agent;
  if (typed === present) return next ? "cancelsIncrease" : "none";
  if (typed < present) return "cut";
  if (!next) return "rise";
  if (typed === next.price_per_token) return "none";
  return typed < next.price_per_token ? "lowersRise" : "raisesIncrease";
}

/** Returns the rule for a price change, shown before the change is saved; `null` if nothing changes. */
export function describePriceChange(
  change: PriceChange,
  next: Agent["next_price"],
  now: number,
): string | null {
  const day = formatDay(new Date(now + LIMITS.priceRiseNoticeDays * DAY_MS).toISOString());
  const announced = next ? formatDay(next.effective_from) : "";
  const descriptions: Readonly<Record<PriceChange, string | null>> = {
    none: null,
    cut: `Takes effect immediately for new runs.${next ? " Your announced increase is canceled." : ""}`,
    rise: `Takes effect on ${day}, in ${LIMITS.priceRiseNoticeDays} days. Buyers see it now and pay the current price until then. You can announce one increase per calendar month (UTC).`,
    lowersRise: `Takes effect on ${announced}, as announced.`,
    raisesIncrease: "You can lower an announced increase, but not raise it further.",
    cancelsIncrease: "Cancels the announced increase. It still counts as this month's increase.",
  };
  return descriptions[change];
}
