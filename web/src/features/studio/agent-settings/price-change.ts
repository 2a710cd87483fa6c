import type { Agent } from "@stoa/contract/catalog";
import { LIMITS } from "@stoa/contract/limits";
import { formatDay } from "../../../lib/format-time.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a new price would mean. `takesBack` and `none` put the present price again. */
type PriceChange = "none" | "cut" | "rise" | "lowersRise" | "highersRise" | "takesBack";

/** How a price that is typed stands to the present one and to a rise that was announced. */
export function priceChange(
  agent: Pick<Agent, "price_per_token" | "next_price">,
  typed: number,
): PriceChange {
  const { price_per_token: present, next_price: next } = agent;
  if (typed === present) return next ? "takesBack" : "none";
  if (typed < present) return "cut";
  if (!next) return "rise";
  if (typed === next.price_per_token) return "none";
  return typed < next.price_per_token ? "lowersRise" : "highersRise";
}

/** The rule that such a change follows, before it is made. */
export function priceChangeWords(change: PriceChange, next: Agent["next_price"], now: number): string | null {
  const day = formatDay(new Date(now + LIMITS.priceRiseNoticeDays * DAY_MS).toISOString());
  const announced = next ? formatDay(next.effective_from) : "";
  const words: Readonly<Record<PriceChange, string | null>> = {
    none: null,
    cut: `Takes effect immediately for new runs.${next ? " The rise that you announced is withdrawn." : ""}`,
    rise: `Takes effect on ${day}, in ${LIMITS.priceRiseNoticeDays} days. Until then runs cost the current price, and everybody sees the new one. You can announce one rise per calendar month (UTC).`,
    lowersRise: `Takes effect on ${announced}, as announced.`,
    highersRise: "A rise that was announced can be lowered, but not made higher.",
    takesBack: "Takes the announced rise back. It still was this month's rise.",
  };
  return words[change];
}
