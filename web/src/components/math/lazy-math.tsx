import { lazyRouteComponent } from "@tanstack/react-router";
import { memo, Suspense } from "react";
import type { Formula } from "./math-marks.ts";

const MathFormula = lazyRouteComponent(() => import("./math-formula.tsx"));

/** Shows a formula. The renderer loads with the first one. Until then, the formula appears as the agent wrote it. */
export const LazyMath = memo(function LazyMath(formula: Formula) {
  return (
    <Suspense fallback={<span className="whitespace-pre-wrap">{formula.source}</span>}>
      <MathFormula {...formula} />
    </Suspense>
  );
});
