import type { Agent } from "@stoa/contract/catalog";
import type { Review } from "@stoa/contract/reviews";
import { Flag } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "../../../components/error-state.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { RatingSummary } from "../../../components/reviews/rating-summary.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useSignedIn } from "../../../lib/session.ts";
import { useOwnReview, useReviews } from "../../../queries/reviews.ts";
import { OwnReview } from "./own-review.tsx";
import { ReportDialog } from "./report-dialog.tsx";
import { ReviewText } from "./review-text.tsx";

/** Shows reviews by people who paid for a run, and the user's own review. */
export default function AgentReviews({ agent }: { readonly agent: Agent }) {
  const reviews = useReviews(agent.id);
  const ownId = useOwnReview(agent.id).data?.review?.id;
  const first = reviews.data?.pages[0];
  if (first === undefined) {
    return reviews.isError ? (
      <ErrorState title="Failed to load the reviews" onRetry={() => reviews.refetch()} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }
  const others = reviews.data?.pages.flatMap((page) => page.reviews).filter(({ id }) => id !== ownId) ?? [];
  return (
    <div className="grid grid-cols-1 gap-5">
      {first.total === 0 ? (
        <p className="text-14 text-ink-2">
          No reviews yet. Anyone with a completed paid run can write the first one.
        </p>
      ) : (
        <RatingSummary list={first} />
      )}
      <OwnReview agent={agent} />
      {others.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {others.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
        </ul>
      )}
      <LoadMore
        hasMore={reviews.hasNextPage}
        busy={reviews.isFetchingNextPage}
        onMore={() => reviews.fetchNextPage()}
        label="Older reviews"
      />
    </div>
  );
}

function ReviewItem({ review }: { readonly review: Review }) {
  const [reporting, setReporting] = useState(false);
  const signedIn = useSignedIn();
  return (
    <li className="flex items-start justify-between gap-4 py-5">
      <ReviewText review={review} />
      {signedIn && (
        <IconButton
          label={`Report the review of ${review.username}`}
          framed={false}
          aria-haspopup="dialog"
          onClick={() => setReporting(true)}
        >
          <Flag aria-hidden="true" size={16} />
        </IconButton>
      )}
      {reporting && <ReportDialog review={review} onClose={() => setReporting(false)} />}
    </li>
  );
}
