import { Skeleton } from "../../components/skeleton.tsx";

export function AgentSkeleton() {
  return (
    <div role="status" aria-label="Loading agent" className="grid grid-cols-1 gap-6">
      <div className="flex gap-5">
        <Skeleton className="size-20 shrink-0" />
        <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-3">
          <Skeleton className="h-10 w-72 max-w-full" />
          <Skeleton className="h-5 w-full max-w-xl" />
          <Skeleton className="h-7 w-64 max-w-full" />
        </div>
      </div>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
