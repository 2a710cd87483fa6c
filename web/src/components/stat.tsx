import type { ReactNode } from "react";

/** One small metered figure with its label: the foot of a card. */
export function Stat({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="label">{label}</dt>
      <dd className="mono truncate text-14">{children}</dd>
    </div>
  );
}

export interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** One large figure: a cell of a summary grid. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="grid content-start gap-1 p-4">
      <p className="text-14 text-ink-2">{label}</p>
      <p className="truncate font-semibold text-28 tabular-nums">{value}</p>
      {note !== undefined && <p className="label">{note}</p>}
    </div>
  );
}
