import { Skeleton } from "../skeleton.tsx";

/** Shows a placeholder with the height of a drawing and its summary. */
export function DrawingSkeleton() {
  return <Skeleton className="h-72 w-full" />;
}
