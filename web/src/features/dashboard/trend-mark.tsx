import { Minus, TrendingDown, TrendingUp } from "lucide-react";
import type { UsageTrend } from "./usage-trend.ts";

const MARKS = {
  rising: { Icon: TrendingUp, tone: "text-signal-text", words: "Cost more than this agent's run before" },
  falling: { Icon: TrendingDown, tone: "text-ok", words: "Cost less than this agent's run before" },
  level: { Icon: Minus, tone: "text-ink-3", words: "Cost as much as this agent's run before" },
} as const;

/** How a run's cost stands to the one before. */
export function TrendMark({ trend }: { readonly trend: UsageTrend }) {
  const { Icon, tone, words } = MARKS[trend];
  return (
    <span title={words} className={tone}>
      <Icon aria-hidden="true" size={14} />
      <span className="sr-only">{words}</span>
    </span>
  );
}
