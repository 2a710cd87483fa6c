import { Skeleton } from "../skeleton.tsx";

/** As high as a drawing with its line of words. */
export function DrawingSkeleton() {
  return <Skeleton className="h-72 w-full" />;
}
