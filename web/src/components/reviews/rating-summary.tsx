import type { ReviewList } from "@stoa/contract/reviews";
import { formatPlural } from "../../lib/format.ts";
import { formatRating, getRatingShares } from "./rating-labels.ts";

/** Shows the mean of all ratings, and how often each was given. */
export function RatingSummary({ list }: { readonly list: ReviewList }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
      <p>
        <span className="font-semibold text-36 tabular-nums">{list.average_rating?.toFixed(1)}</span>{" "}
        <span className="text-14 text-ink-2">of 5, {formatPlural(list.total, "review")}</span>
      </p>
      <ul className="grid min-w-56 flex-1 gap-1 text-12">
        {getRatingShares(list.distribution).map(({ rating, count, percent }) => (
          <li key={rating} className="mono grid grid-cols-[3rem_1fr_3rem] items-center gap-2">
            <span>{formatRating(rating)}</span>
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
