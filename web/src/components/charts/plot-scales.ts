import { scaleBand, scaleLinear } from "@visx/scale";
import { type DayPoint, valueRange } from "./day-points.ts";

/** In pixels: high enough to tell five grid lines apart. */
export const PLOT_HEIGHT = 180;
/** In pixels: room for a price with four decimals on the left and a line of dates below. */
const MARGIN = { top: 8, right: 4, bottom: 24, left: 56 } as const;
/** More grid lines would be clutter. */
export const VALUE_TICKS = 4;

function xScale(width: number, count: number) {
  return scaleBand<number>({
    domain: Array.from({ length: count }, (_, day) => day),
    range: [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)],
    padding: 0.2,
  });
}

export interface PlotScales {
  readonly x: ReturnType<typeof xScale>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Returns the horizontal center of a day. */
  readonly middle: (day: number) => number;
}

/** Returns the scales that place days and values in a plot of this width. */
export function plotScales(points: readonly DayPoint[], width: number, stacked: boolean): PlotScales {
  const x = xScale(width, points.length);
  const bottom = PLOT_HEIGHT - MARGIN.bottom;
  const y = scaleLinear<number>({
    domain: valueRange(points, stacked),
    range: [bottom, MARGIN.top],
    nice: VALUE_TICKS,
  });
  return {
    x,
    y,
    left: MARGIN.left,
    right: width - MARGIN.right,
    top: MARGIN.top,
    bottom,
    middle: (day) => (x(day) ?? MARGIN.left) + x.bandwidth() / 2,
  };
}

/** Returns the day at a horizontal position of the plot. */
export function dayAt(at: number, width: number, count: number): number {
  const x = xScale(width, count);
  const [start] = x.range();
  const day = Math.floor((at - start) / x.step());
  return Math.min(count - 1, Math.max(0, day));
}

/** Returns the days that get a date below: as many as fit, and always the last one. */
export function labelledDays(count: number, width: number): number[] {
  const fitting = Math.max(2, Math.floor((width - MARGIN.left) / 88));
  const every = Math.max(1, Math.ceil(count / fitting));
  const days: number[] = [];
  for (let day = count - 1; day >= 0; day -= every) days.unshift(day);
  return days;
}
