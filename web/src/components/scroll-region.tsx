import type { ReactNode } from "react";
import { cx } from "../lib/class-names.ts";

interface ScrollRegionProps {
  readonly label: string;
  /** Whether the label is unique on the page, so that the region is a landmark. Default: true */
  readonly isLandmark?: boolean;
  readonly framed?: boolean;
  /** Whether to limit the height, so that the content scrolls in both directions. */
  readonly isTall?: boolean;
  readonly children: ReactNode;
}

/** Wraps a wide table so that it scrolls sideways on a phone and, because it can have the focus, by keyboard. */
export function ScrollRegion(props: ScrollRegionProps) {
  const { label, isLandmark = true, framed = false, isTall = false, children } = props;
  const Frame = isLandmark ? "section" : "div";
  return (
    <Frame
      {...(!isLandmark && { role: "group" })}
      tabIndex={0}
      aria-label={label}
      className={cx(
        "relative overflow-x-auto -outline-offset-2",
        framed && "border border-line bg-surface",
        isTall && "max-h-96",
      )}
    >
      {children}
    </Frame>
  );
}
