import type { TraceEntry } from "@stoa/contract/traces";
import { cx } from "../../lib/class-names.ts";
import { getEntryExtent } from "./trace-labels.ts";

function getBarColor(entry: TraceEntry): string {
  if (entry.type === "model_call") return "bg-signal";
  if (entry.type === "agent_call") return entry.outcome === "answered" ? "bg-signal" : "bg-ink-3";
  const isOutside = entry.type === "connector_call" || entry.type === "connection";
  return isOutside ? "bg-ink-3" : "bg-control";
}

/**
 * Shows an entry's position in the run. The bar of a call is as long as the call's duration. Model calls and answered
 * agent calls are orange, because they are charged.
 */
export function TraceTrack({ entry, seconds }: { readonly entry: TraceEntry; readonly seconds: number }) {
  const { from, length } = getEntryExtent(entry, seconds);
  return (
    <span aria-hidden="true" className="relative mt-2 h-1.5 self-start bg-sunken max-sm:hidden">
      <span
        className={cx("absolute inset-y-0 min-w-0.5", getBarColor(entry))}
        style={{ left: `min(${from * 100}%, 100% - 2px)`, width: `${length * 100}%` }}
      />
    </span>
  );
}
