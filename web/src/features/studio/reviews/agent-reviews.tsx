import type { Agent } from "@stoa/contract/catalog";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { RatingSummary } from "../../../components/reviews/rating-summary.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useReviews } from "../../../queries/reviews.ts";
import { ReviewRow } from "./review-row.tsx";

/** Lists the reviews of the developer's agent with the replies. */
export default function AgentReviews({ agent }: { readonly agent: Agent }) {
  const reviews = useReviews(agent.id);
  const first = reviews.data?.pages[0];
  if (!first) {
    return reviews.isError ? (
      <ErrorState title="Failed to load the reviews" onRetry={() => reviews.refetch()} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }
  if (first.total === 0) {
    return (
      <EmptyState
        title="No reviews yet"
        hint="Anyone with a completed paid run can review. You are notified and can reply here."
      />
    );
  }
  return (
    <div className="grid gap-5">
      <RatingSummary list={first} />
      <ul className="divide-y divide-line border border-line bg-surface">
        {reviews.data?.pages
          .flatMap((page) => page.reviews)
          .map((review) => (
            <ReviewRow key={review.id} agentId={agent.id} review={review} />
          ))}
      </ul>
      <LoadMore
        hasMore={reviews.hasNextPage}
        busy={reviews.isFetchingNextPage}
        onMore={() => reviews.fetchNextPage()}
        label="Older reviews"
      />
    </div>
  );
}
