import type { ReactNode } from "react";

interface ScrollRegionProps {
  readonly label: string;
  readonly framed?: boolean;
  readonly children: ReactNode;
}

/** Wraps a wide table so that it scrolls sideways on a phone and by keyboard. */
export function ScrollRegion({ label, framed = false, children }: ScrollRegionProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className={`relative overflow-x-auto -outline-offset-2 ${framed ? "border border-line bg-surface" : ""}`}
    >
      {children}
    </section>
  );
}
