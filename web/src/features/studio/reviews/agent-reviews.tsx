import type { Agent } from "@stoa/contract/catalog";
import type { ReviewList } from "@stoa/contract/reviews";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatPlural } from "../../../lib/format.ts";
import { ratingShares, ratingWords } from "./rating-words.ts";
import { ReviewRow } from "./review-row.tsx";
import { useReviews } from "./use-reviews.ts";

/** What people say of one's agent, and one's replies. */
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
        hint="Whoever has paid for a completed run can write one. You are notified, and can reply here."
      />
    );
  }
  return (
    <div className="grid gap-5">
      <Summary list={first} />
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

function Summary({ list }: { readonly list: ReviewList }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
      <p>
        <span className="font-semibold text-36 tabular-nums">{list.average_rating?.toFixed(1)}</span>{" "}
        <span className="text-14 text-ink-2">of 5, {formatPlural(list.total, "review")}</span>
      </p>
      <ul className="grid min-w-56 flex-1 gap-1 text-12">
        {ratingShares(list.distribution).map(({ rating, count, percent }) => (
          <li key={rating} className="mono grid grid-cols-[3rem_1fr_3rem] items-center gap-2">
            <span>{ratingWords(rating)}</span>
            <span aria-hidden="true" className="h-1.5 bg-sunken">
              <span className="block h-full bg-ink-2" style={{ width: `${percent}%` }} />
            </span>
            <span className="text-right">{count}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
