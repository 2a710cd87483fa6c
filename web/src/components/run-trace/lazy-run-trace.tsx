import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentProps, Suspense } from "react";
import { Skeleton } from "../skeleton.tsx";

const RunTracePanel = lazyRouteComponent(() => import("./run-trace-panel.tsx"), "RunTracePanel");

/** Shows the trace of an ended run. Its code loads when the user opens the first trace. */
export function LazyRunTrace(props: ComponentProps<typeof RunTracePanel>) {
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <RunTracePanel {...props} />
    </Suspense>
  );
}
