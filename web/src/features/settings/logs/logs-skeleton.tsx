import { Skeleton } from "../../../components/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** The place of a page of runs while it loads. */
export function LogsSkeleton() {
  return (
    <div role="status" className="grid divide-y divide-line">
      <span className="sr-only">Loading</span>
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-6 px-4 py-3.5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-24 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
