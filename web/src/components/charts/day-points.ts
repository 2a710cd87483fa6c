/** One UTC day of a chart, or one hour if the chart shows a single day. */
export interface DayPoint {
  /** A date such as 2026-11-21, or an hour such as 2026-11-21T14. */
  readonly date: string;
  /** One value per series; null if nothing was measured, so that the line breaks. */
  readonly values: ReadonlyArray<number | null>;
  /** The cells of the day's row in the table, under `columns`. */
  readonly cells: readonly string[];
}

interface DaySeries {
  readonly label: string;
  /** A text color, which the drawn shape inherits. */
  readonly tone: string;
}

export interface DayChartProps {
  readonly title: string;
  readonly kind: "bars" | "line";
  readonly series: readonly DaySeries[];
  /** Every day of the span, oldest first. */
  readonly points: readonly DayPoint[];
  /** The column headings of `cells`, for the line above the chart and for the table. */
  readonly columns: readonly string[];
  readonly formatTick: (value: number) => string;
  /** Whether the values are whole numbers, such as counts. If so, the axis has ticks only at whole numbers. */
  readonly wholeNumbers?: boolean;
}

/** The number of days by which Page Up and Page Down move the selection. */
const PAGE_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the dates of the last `days` UTC days up to `to`, oldest first. */
export function listDatesUpTo(to: string, days: number): string[] {
  const last = Date.parse(`${to}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(last - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * Returns the index of the day that a key selects, limited to the days of the chart. Returns null for a key that does
 * not move the selection.
 */
export function getDayAfterKey(key: string, from: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - PAGE_DAYS,
    PageUp: from + PAGE_DAYS,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

/** Formats a day for display, such as 21 Nov. An hour, given as 2026-11-21T14, becomes 14:00. */
export function formatChartDay(date: string): string {
  const hour = date.split("T")[1];
  if (hour !== undefined) return `${hour}:00`;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
}

/**
 * Returns the range of the value axis. The range includes 0 and all lines or stacked bars. If all values are 0 or
 * missing, it is 0 to 1.
 */
export function getValueRange(points: readonly DayPoint[], stacked: boolean): [number, number] {
  const reached = points.flatMap(({ values }) => {
    const known = values.filter((value) => value !== null);
    return stacked ? [known.reduce((sum, value) => sum + value, 0)] : known;
  });
  const [low, high] = [Math.min(0, ...reached), Math.max(0, ...reached)];
  return low === high ? [0, 1] : [low, high];
}

/** Splits one series into sequences of consecutive days that have a value. One line is drawn through each sequence. */
export function splitAtGaps(
  points: readonly DayPoint[],
  series: number,
): ReadonlyArray<ReadonlyArray<{ readonly day: number; readonly value: number }>> {
  const parts: { day: number; value: number }[][] = [];
  let open = false;
  for (const [day, { values }] of points.entries()) {
    const value = values[series] ?? null;
    if (value !== null && !open) parts.push([]);
    open = value !== null;
    if (value !== null) parts.at(-1)?.push({ day, value });
  }
  return parts;
}
