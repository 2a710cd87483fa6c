import { cx } from "../lib/class-names.ts";
import { formatUsdExact } from "../lib/format.ts";

/** Shows the running cost: orange while it counts, gray once it has stopped. */
export function CostMeter({ usd, running }: { readonly usd: number; readonly running: boolean }) {
  return (
    <span
      className={cx(
        "mono inline-flex h-7 items-center px-2 text-12 font-medium tabular-nums",
        running ? "bg-signal text-on-signal" : "bg-sunken text-ink",
      )}
    >
      {formatUsdExact(usd)}
    </span>
  );
}

/** Shows an orange dot that pulses while something runs. */
export function RunningDot({ running }: { readonly running: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx("size-2.5 rounded-full", running ? "animate-pulse-signal bg-signal" : "bg-control")}
    />
  );
}
