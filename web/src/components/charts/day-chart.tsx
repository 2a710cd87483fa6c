import { type UseParentSizeConfig, useParentSize } from "@visx/responsive";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { DayPlot } from "./day-plot.tsx";
import { type DayChartProps, type DayPoint, formatChartDay, getDayAfterKey } from "./day-points.ts";
import { findDay, PLOT_HEIGHT } from "./plot-scales.ts";

export interface DayTableProps {
  readonly title: string;
  readonly points: readonly DayPoint[];
  readonly columns: readonly string[];
}

/** Shows the figures of a chart as a table for screen readers. */
export function DayTable({ title, points, columns }: DayTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.date}>
              <th scope="row">{point.date}</th>
              {point.cells.map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Measures only the width, and without a delay, because a chart that changes its size later would move the
 * page.
 */
const BY_WIDTH: UseParentSizeConfig = {
  ignoreDimensions: ["height", "top", "left"],
  debounceTime: 0,
};

/** Shows figures by UTC day. Arrow keys and pointer select single days; screen readers also get a table. */
export default function DayChart(props: DayChartProps) {
  const { title, points, series, columns } = props;
  const { parentRef, width } = useParentSize(BY_WIDTH);
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  const last = points.length - 1;
  const day = Math.min(chosen ?? last, last);
  const description = describePoint(points[day], columns);

  function followKey(event: KeyboardEvent): void {
    const next = getDayAfterKey(event.key, day, points.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  }

  function followPointer(event: PointerEvent<HTMLElement>): void {
    const { left } = event.currentTarget.getBoundingClientRect();
    setChosen(findDay(event.clientX - left, width, points.length));
  }

  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span id={id} className="font-semibold text-14">
          {title}
        </span>
        <span aria-hidden="true" className="mono text-12 text-ink-2">
          {description}
        </span>
      </figcaption>
      <div
        ref={parentRef}
        role="slider"
        tabIndex={0}
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={day}
        aria-valuetext={description}
        className="touch-pan-y"
        style={{ height: PLOT_HEIGHT }}
        onKeyDown={followKey}
        onPointerMove={followPointer}
        onPointerDown={followPointer}
        onPointerLeave={() => setChosen(null)}
      >
        {width > 0 && <DayPlot {...props} width={width} day={chosen === null ? null : day} />}
      </div>
      {series.length > 1 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 text-12 text-ink-2">
          {series.map(({ label, tone }) => (
            <li key={label} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-2 bg-current ${tone}`} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <DayTable title={title} points={points} columns={columns} />
    </figure>
  );
}

function describePoint(point: DayPoint | undefined, columns: readonly string[]): string {
  if (!point) return "";
  const figures = point.cells.map((cell, index) => `${columns[index] ?? ""} ${cell}`.trim());
  return [formatChartDay(point.date), ...figures].join(", ");
}
