import type { ReactNode } from "react";

interface ReceiptProps {
  readonly rows: ReadonlyArray<{ readonly label: string; readonly value: ReactNode }>;
  /** Further parts of the total, which are shown between the rows and the total. */
  readonly parts?: ReactNode;
  readonly total: { readonly label: string; readonly value: ReactNode };
  readonly note?: ReactNode;
}

/** Shows the receipt at the end of a run. */
export function Receipt({ rows, parts, total, note }: ReceiptProps) {
  return (
    <section aria-label="Receipt" className="tear min-w-0 animate-appear bg-raised p-4 dark:bg-raised">
      <h3 className="mb-3 text-16">Receipt</h3>
      <dl className="mono grid gap-1.5 text-12">
        {rows.map((row) => (
          <div key={row.label} className="flex justify-between gap-4">
            <dt className="shrink-0 text-ink-3">{row.label}</dt>
            <dd className="wrap-anywhere min-w-0 text-right">{row.value}</dd>
          </div>
        ))}
      </dl>
      {parts}
      <dl className="mono mt-3.5 flex items-baseline justify-between gap-4 border-control border-t border-dashed pt-3 text-16">
        <dt>{total.label}</dt>
        <dd className="font-medium">{total.value}</dd>
      </dl>
      {note !== undefined && <p className="mt-3 text-14 text-ink-2">{note}</p>}
    </section>
  );
}
