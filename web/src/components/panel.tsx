import type { ReactNode } from "react";
import { cx } from "../lib/class-names.ts";

/** Frames a surface with a thin line and no shadow. */
export function Panel({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return <div className={cx("rounded-6 border border-line bg-surface", className)}>{children}</div>;
}
