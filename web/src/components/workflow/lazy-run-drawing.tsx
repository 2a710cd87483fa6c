import { lazy, Suspense } from "react";
import { DrawingSkeleton } from "./drawing-skeleton.tsx";
import type { RunDrawingProps } from "./run-drawing.tsx";

const RunDrawing = lazy(() => import("./run-drawing.tsx"));

/** Shows the workflow diagram of a run. The code loads with the first diagram. */
export function LazyRunDrawing(props: RunDrawingProps) {
  return (
    <Suspense fallback={<DrawingSkeleton />}>
      <RunDrawing {...props} />
    </Suspense>
  );
}
