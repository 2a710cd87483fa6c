import { cx } from "../lib/class-names.ts";

/** The classes of inputs, text areas and selects. Their text is 16 px so that phones do not zoom in. */
export const controlClass = cx(
  "w-full rounded-4 border border-control bg-raised px-3 text-16 text-ink transition-colors duration-100",
  "hover:border-ink-2 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3",
  "aria-invalid:border-danger aria-invalid:shadow-[inset_3px_0_0_var(--danger)]",
);
