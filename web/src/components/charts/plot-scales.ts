import { scaleBand, scaleLinear } from "@visx/scale";
import { type DayPoint, getValueRange } from "./day-points.ts";

/** The height in pixels, which is enough to tell five grid lines apart. */
export const PLOT_HEIGHT = 180;
/** The margins in pixels, with room for a price with four decimals on the left and a line of dates below. */
const MARGIN = { top: 8, right: 4, bottom: 24, left: 56 } as const;
/** The approximate number of grid lines. More would be clutter. */
export const VALUE_TICKS = 4;

function createXScale(width: number, count: number) {
  return scaleBand<number>({
    domain: Array.from({ length: count }, (_, day) => day),
    range: [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)],
    padding: 0.2,
  });
}

export interface PlotScales {
  readonly x: ReturnType<typeof createXScale>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Returns the horizontal center of the day with this index, in pixels. */
  readonly getMiddle: (day: number) => number;
}

/** Returns the scales that place days and values in a plot of this width. */
export function createPlotScales(points: readonly DayPoint[], width: number, stacked: boolean): PlotScales {
  const x = createXScale(width, points.length);
  const bottom = PLOT_HEIGHT - MARGIN.bottom;
  const y = scaleLinear<number>({
    domain: getValueRange(points, stacked),
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
    getMiddle: (day) => (x(day) ?? MARGIN.left) + x.bandwidth() / 2,
  };
}

/**
 * Returns the index of the day at a horizontal position in pixels: the first or last day if the position is outside the
 * plot.
 */
export function findDay(at: number, width: number, count: number): number {
  const x = createXScale(width, count);
  const [start] = x.range();
  const day = Math.floor((at - start) / x.step());
  return Math.min(count - 1, Math.max(0, day));
}

/** Returns the indexes of the days whose dates are written below the plot: as many as fit, including the last day. */
export function selectLabeledDays(count: number, width: number): number[] {
  const fitting = Math.max(2, Math.floor((width - MARGIN.left) / 88));
  const every = Math.max(1, Math.ceil(count / fitting));
  const days: number[] = [];
  for (let day = count - 1; day >= 0; day -= every) days.unshift(day);
  return days;
}
