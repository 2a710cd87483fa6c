import type { ReactNode } from "react";
import { cx } from "../lib/class-names.ts";

interface StatProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Whether a long value wraps to several lines. Otherwise it is truncated, as figures should be. */
  readonly wraps?: boolean;
}

/** Shows one small figure with its label at the bottom of a card. */
export function Stat({ label, children, wraps = false }: StatProps) {
  return (
    <div className="min-w-0">
      <dt className="label">{label}</dt>
      <dd className={cx("mono text-14", wraps ? "wrap-anywhere" : "truncate")}>{children}</dd>
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Shows one large figure in a cell of a summary grid. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="grid content-start gap-1 p-4">
      <p className="text-14 text-ink-2">{label}</p>
      <p className="truncate font-semibold text-28 tabular-nums">{value}</p>
      {note !== undefined && <p className="label">{note}</p>}
    </div>
  );
}
