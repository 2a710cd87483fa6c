import { lazy, Suspense } from "react";
import { DrawingSkeleton } from "./drawing-skeleton.tsx";
import type { RunDrawingProps } from "./run-drawing.tsx";

const RunDrawing = lazy(() => import("./run-drawing.tsx"));

/** A run's drawn workflow; what draws it is loaded with the first one. */
export function LazyRunDrawing(props: RunDrawingProps) {
  return (
    <Suspense fallback={<DrawingSkeleton />}>
      <RunDrawing {...props} />
    </Suspense>
  );
}
