import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useState } from "react";
import { cx } from "../../lib/class-names.ts";
import { formatCount, formatPlural } from "../../lib/format.ts";
import { Button } from "../button.tsx";
import { ScrollRegion } from "../scroll-region.tsx";
import { getNextOrder, isNumericColumn, type ParsedTable, type SortOrder, sortRows } from "./table-rows.ts";

/** The number of rows that are shown at first, and that each press of the button adds. */
const ROWS_SHOWN = 100;
/** The maximum number of columns. With more, the browser takes seconds to lay out the rows. */
const COLUMNS_SHOWN = 100;

interface TableViewProps {
  readonly name: string;
  readonly table: ParsedTable;
  /** The number of rows in the file, if the table contains only the first ones. */
  readonly total?: number;
}

/** Shows a table that can be sorted by each column. */
export function TableView({ name, table, total }: TableViewProps) {
  const [order, setOrder] = useState<SortOrder | null>(null);
  const [shown, setShown] = useState(ROWS_SHOWN);
  const rows = useMemo(() => sortRows(table, order), [table, order]);
  const columns = table.columns.slice(0, COLUMNS_SHOWN);
  const numeric = useMemo(() => table.columns.map((_, index) => isNumericColumn(table, index)), [table]);
  const rest = rows.length - shown;
  return (
    <>
      <ScrollRegion label={`Rows of ${name}`} isLandmark={false} isTall>
        <table className="w-full text-14">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <HeadCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name, and never change
                  key={index}
                  name={column}
                  isNumeric={numeric[index] ?? false}
                  order={order?.column === index ? order : null}
                  onSort={() => setOrder(getNextOrder(order, index))}
                />
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.slice(0, shown).map((row, rowIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
              <tr key={rowIndex}>
                {columns.map((_, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns never change
                    key={index}
                    className={cx(
                      "max-w-80 truncate whitespace-nowrap px-3 py-1.5",
                      numeric[index] && "mono text-right text-12",
                    )}
                    title={row[index]}
                  >
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <footer className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-3 py-1">
        <p className="text-14 text-ink-2">{describeSize(table, Math.min(shown, rows.length), total)}</p>
        {rest > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + ROWS_SHOWN)}>
            Show {formatCount(Math.min(rest, ROWS_SHOWN))} more
          </Button>
        )}
      </footer>
    </>
  );
}

function describeSize({ columns, rows }: ParsedTable, shown: number, total = rows.length): string {
  const width =
    columns.length > COLUMNS_SHOWN
      ? `the first ${COLUMNS_SHOWN} of ${columns.length} columns`
      : formatPlural(columns.length, "column");
  const length =
    shown < total ? `${formatCount(shown)} of ${formatPlural(total, "row")}` : formatPlural(total, "row");
  return `${length}, ${width}`;
}

interface HeadCellProps {
  readonly name: string;
  readonly isNumeric: boolean;
  readonly order: SortOrder | null;
  readonly onSort: () => void;
}

function HeadCell({ name, isNumeric, order, onSort }: HeadCellProps) {
  const Arrow = order?.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      aria-sort={order === null ? "none" : order.isDescending ? "descending" : "ascending"}
      className={cx(
        "sticky top-0 bg-surface p-0 font-normal shadow-[inset_0_-1px_var(--line)]",
        isNumeric ? "text-right" : "text-left",
      )}
    >
      <button
        type="button"
        onClick={onSort}
        className={cx(
          "flex min-h-9 w-full items-center gap-1 whitespace-nowrap px-3 font-medium text-14 -outline-offset-2 hover:bg-sunken max-md:min-h-11",
          isNumeric && "flex-row-reverse",
        )}
      >
        {name === "" ? <span className="text-ink-2">Unnamed</span> : name}
        <Arrow aria-hidden="true" size={14} className={cx("shrink-0", order === null && "invisible")} />
      </button>
    </th>
  );
}
