import { type DayPoint, listDatesUpTo } from "../../components/charts/day-points.ts";
import { ChartSkeleton, LazyDayChart } from "../../components/charts/lazy-day-chart.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

const RUNS = [4, 7, 5, 0, 9, 12, 8] as const;
const FAILED = [0, 1, 0, 0, 2, 0, 1] as const;
const SECONDS = [1.2, 1.4, 1.1, null, 1.9, 1.5, 1.3] as const;
const DATES = listDatesUpTo("2026-11-21", RUNS.length);

function createPoints(...series: ReadonlyArray<ReadonlyArray<number | null>>): DayPoint[] {
  return DATES.map((date, day) => {
    const values = series.map((one) => one[day] ?? null);
    return { date, values, cells: values.map((value) => (value === null ? "none" : String(value))) };
  });
}

const OUTCOMES = [
  { label: "Succeeded", tone: "text-ink" },
  { label: "Failed", tone: "text-danger" },
] as const;

/**
 * Shows charts by day: bars, lines that break at days without a measurement, an empty period, and a chart that loads.
 */
export function ChartsSection() {
  return (
    <GallerySection title="Charts">
      <div className="grid w-full min-w-0 gap-8 md:grid-cols-2">
        <Specimen name="Bars of two series">
          <LazyDayChart
            title="Runs per day"
            kind="bars"
            series={OUTCOMES}
            points={createPoints(RUNS, FAILED)}
            columns={["Succeeded", "Failed"]}
            formatTick={String}
            wholeNumbers
          />
        </Specimen>
        <Specimen name="A line with a gap">
          <LazyDayChart
            title="Median time"
            kind="line"
            series={[{ label: "Median", tone: "text-signal-text" }]}
            points={createPoints(SECONDS)}
            columns={["Seconds"]}
            formatTick={(value) => `${value}s`}
          />
        </Specimen>
        <Specimen name="Nothing but zeros">
          <LazyDayChart
            title="Earnings per day"
            kind="bars"
            series={[{ label: "Earned", tone: "text-ink" }]}
            points={createPoints(DATES.map(() => 0))}
            columns={["Earned"]}
            formatTick={(value) => `$${value}`}
          />
        </Specimen>
        <Specimen name="Loading">
          <ChartSkeleton />
        </Specimen>
      </div>
    </GallerySection>
  );
}
