import type { TraceEntry } from "@stoa/contract/traces";
import { cx } from "../../lib/class-names.ts";
import { entryExtent } from "./trace-words.ts";

/** Where in the run an entry lies; a model call, which is charged, in orange and as long as it took. */
export function TraceTrack({ entry, seconds }: { readonly entry: TraceEntry; readonly seconds: number }) {
  const { from, length } = entryExtent(entry, seconds);
  const isCall = entry.type === "model_call";
  return (
    <span aria-hidden="true" className="relative mt-2 h-1.5 self-start bg-sunken max-sm:hidden">
      <span
        className={cx("absolute inset-y-0 min-w-0.5", isCall ? "bg-signal" : "bg-control")}
        style={{ left: `min(${from * 100}%, 100% - 2px)`, width: `${length * 100}%` }}
      />
    </span>
  );
}
