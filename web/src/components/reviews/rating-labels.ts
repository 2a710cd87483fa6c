import type { ReviewList } from "@stoa/contract/reviews";

/** Returns a rating as text, such as "4 of 5"; the stars next to it are decorative. */
export const formatRating = (rating: number): string => `${rating} of 5`;

/** Returns how often each rating was given, best first, with its share of all ratings. */
export function getRatingShares(distribution: ReviewList["distribution"]) {
  const total = Object.values(distribution).reduce((sum, count) => sum + count, 0);
  return ([5, 4, 3, 2, 1] as const).map((rating) => ({
    rating,
    count: distribution[rating],
    percent: total === 0 ? 0 : Math.round((distribution[rating] / total) * 100),
  }));
}
