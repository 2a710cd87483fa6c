import { lazy, Suspense } from "react";
import { Skeleton } from "../skeleton.tsx";
import type { DayChartProps } from "./day-points.ts";

const DayChart = lazy(() => import("./day-chart.tsx"));

/** Shows a day chart. The chart library loads with the first chart. */
export function LazyDayChart(props: DayChartProps) {
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <DayChart {...props} />
    </Suspense>
  );
}

/** Shows a placeholder with the height of a chart and its title. */
export function ChartSkeleton() {
  return <Skeleton className="h-52 w-full" />;
}
