import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { Skeleton } from "../skeleton.tsx";
import type { ArtifactListProps } from "./artifact-list.tsx";

const ArtifactList = lazyRouteComponent(() => import("./artifact-list.tsx"));

/** Shows the files that an agent returned; nothing if there are none. The code loads with the first file. */
export function LazyArtifactList(props: ArtifactListProps) {
  if (props.artifacts.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton className="h-12 w-full" />}>
      <ArtifactList {...props} />
    </Suspense>
  );
}
