import { Bar } from "@visx/shape";
import type { DayPoint } from "./day-points.ts";
import type { PlotScales } from "./plot-scales.ts";

export interface DayShapesProps {
  readonly points: readonly DayPoint[];
  /** A text color for each series. */
  readonly tones: readonly string[];
  readonly scales: PlotScales;
}

/** Draws one bar per day with its series stacked. */
export function DayBars({ points, tones, scales }: DayShapesProps) {
  return (
    <>
      {points.flatMap((point, day) => {
        let base = 0;
        return point.values.map((value, series) => {
          const [from, to] = [base, base + (value ?? 0)];
          base = to;
          const [top, bottom] = [scales.y(Math.max(from, to)), scales.y(Math.min(from, to))];
          return (
            <Bar
              // biome-ignore lint/suspicious/noArrayIndexKey: a part of a bar is identified by its position
              key={`${point.date} ${series}`}
              x={scales.x(day) ?? 0}
              y={top}
              width={scales.x.bandwidth()}
              height={bottom - top}
              className={tones[series] ?? ""}
              fill="currentColor"
            />
          );
        });
      })}
    </>
  );
}
