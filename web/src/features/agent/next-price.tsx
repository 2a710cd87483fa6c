import type { Agent } from "@stoa/contract/catalog";
import { CalendarClock } from "lucide-react";
import { formatPricePerMillion } from "../../lib/format.ts";
import { formatDay } from "../../lib/format-time.ts";

/** Shows an announced price increase; nothing if there is none. */
export function NextPrice({ agent }: { readonly agent: Pick<Agent, "next_price"> }) {
  if (agent.next_price === null) return null;
  const { price_per_token: price, effective_from: from } = agent.next_price;
  return (
    <p className="flex items-start gap-2 border-warn border-l-2 bg-surface py-2 pr-4 pl-3 text-14">
      <CalendarClock aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
      <span>
        From {formatDay(from)} it costs{" "}
        <span className="mono text-12">{formatPricePerMillion(price)} / 1M tokens</span>. Until then the
        current price applies.
      </span>
    </p>
  );
}
