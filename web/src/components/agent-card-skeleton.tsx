import { Skeleton } from "./skeleton.tsx";

/** Shows a placeholder with the exact height of an agent card. */
export function AgentCardSkeleton() {
  return (
    <div className="p-4" aria-hidden="true">
      <div className="flex items-center gap-3">
        <Skeleton className="size-10" />
        <div className="grid h-12 content-center gap-2">
          <Skeleton className="h-4.5 w-40" />
          <Skeleton className="h-4 w-24" />
        </div>
      </div>
      <Skeleton className="mt-3 h-10 w-full" />
      <Skeleton className="mt-3 h-7 w-36" />
      <div className="mt-4 border-line border-t pt-3">
        <Skeleton className="h-9 w-full" />
      </div>
    </div>
  );
}

/** Shows as many placeholders as cards are expected; screen readers announce them once. */
export function AgentCardSkeletons({ count }: { readonly count: number }) {
  return (
    <>
      <span className="sr-only" role="status">
        Loading agents
      </span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <AgentCardSkeleton key={index} />
      ))}
    </>
  );
}
