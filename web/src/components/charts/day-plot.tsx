import { AxisBottom, AxisLeft } from "@visx/axis";
import { Line } from "@visx/shape";
import { DayBars } from "./day-bars.tsx";
import { DayLines } from "./day-lines.tsx";
import { type DayChartProps, formatChartDay } from "./day-points.ts";
import { createPlotScales, PLOT_HEIGHT, selectLabeledDays, VALUE_TICKS } from "./plot-scales.ts";

const TICK_TEXT = {
  fill: "var(--ink-3)",
  fontSize: 11,
  fontFamily: "var(--font-mono)",
  fontStretch: "82%",
} as const;

interface DayPlotProps extends DayChartProps {
  readonly width: number;
  /** The index of the selected day; null if none is selected. */
  readonly day: number | null;
}

/** Draws a day chart; its text alternative is next to it. */
export function DayPlot({
  kind,
  series,
  points,
  formatTick,
  wholeNumbers = false,
  width,
  day,
}: DayPlotProps) {
  const scales = createPlotScales(points, width, kind === "bars");
  const ticks = scales.y.ticks(VALUE_TICKS).filter((tick) => !wholeNumbers || Number.isInteger(tick));
  const tones = series.map(({ tone }) => tone);
  return (
    <svg aria-hidden="true" width={width} height={PLOT_HEIGHT} className="block">
      {ticks.map((tick) => (
        <Line
          key={tick}
          from={{ x: scales.left, y: scales.y(tick) }}
          to={{ x: scales.right, y: scales.y(tick) }}
          stroke={tick === 0 ? "var(--control)" : "var(--line)"}
        />
      ))}
      {kind === "bars" ? (
        <DayBars points={points} tones={tones} scales={scales} />
      ) : (
        <DayLines points={points} tones={tones} scales={scales} />
      )}
      {day !== null && (
        <Line
          from={{ x: scales.getMiddle(day), y: scales.top }}
          to={{ x: scales.getMiddle(day), y: scales.bottom }}
          stroke="var(--ink)"
        />
      )}
      <AxisLeft
        scale={scales.y}
        left={scales.left}
        tickValues={ticks}
        tickFormat={(value) => formatTick(Number(value))}
        hideAxisLine
        hideTicks
        tickLength={0}
        tickLabelProps={{ ...TICK_TEXT, textAnchor: "end", dx: -8, dy: 4 }}
      />
      <AxisBottom
        scale={scales.x}
        top={scales.bottom}
        tickValues={selectLabeledDays(points.length, width)}
        tickFormat={(value) => formatChartDay(points[Number(value)]?.date ?? "")}
        hideAxisLine
        hideTicks
        tickLength={0}
        tickLabelProps={(value) => ({
          ...TICK_TEXT,
          textAnchor: Number(value) === points.length - 1 ? "end" : "middle",
          dx: Number(value) === points.length - 1 ? scales.x.bandwidth() / 2 : 0,
          dy: 5,
        })}
      />
    </svg>
  );
}
