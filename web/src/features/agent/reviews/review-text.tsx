import type { Review } from "@stoa/contract/reviews";
import { Star } from "lucide-react";
import { formatRating } from "../../../components/reviews/rating-labels.ts";
import { formatDay } from "../../../lib/format-time.ts";

const RATINGS = [1, 2, 3, 4, 5] as const;

/** Shows a rating as stars, read as "4 of 5". */
function Stars({ rating }: { readonly rating: number }) {
  return (
    <span className="inline-flex shrink-0 items-center">
      <span className="sr-only">{formatRating(rating)}</span>
      {RATINGS.map((value) => (
        <Star
          key={value}
          aria-hidden="true"
          size={16}
          className={value <= rating ? "fill-current text-ink" : "text-control"}
        />
      ))}
    </span>
  );
}

/** Shows a public review with the developer's reply. */
export function ReviewText({ review }: { readonly review: Review }) {
  const { rating, username, created_at: created, updated_at: updated, text, reply } = review;
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
        <Stars rating={rating} />
        <span className="font-medium">{username}</span>
        <span className="text-ink-2">
          {formatDay(created)}
          {updated !== created && ", edited"}
        </span>
      </p>
      <p className="wrap-anywhere whitespace-pre-line text-16">{text}</p>
      {reply && (
        <div className="mt-1 grid gap-1 border-line border-l-2 pl-4 text-14">
          <p className="text-ink-2">Developer, {formatDay(reply.updated_at)}</p>
          <p className="wrap-anywhere whitespace-pre-line">{reply.text}</p>
        </div>
      )}
    </div>
  );
}
