import { Skeleton } from "../skeleton.tsx";

/** Shows a placeholder with the height of a workflow diagram and its summary. */
export function DrawingSkeleton() {
  return <Skeleton className="h-72 w-full" />;
}
