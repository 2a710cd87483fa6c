import type { ReviewList } from "@stoa/contract/reviews";

/** "4 of 5" as text; the stars next to it are decorative. */
export const ratingWords = (rating: number): string => `${rating} of 5`;

/** How often each rating was given, the best first, with its share of all. */
export function ratingShares(distribution: ReviewList["distribution"]) {
  const total = Object.values(distribution).reduce((sum, count) => sum + count, 0);
  return ([5, 4, 3, 2, 1] as const).map((rating) => ({
    rating,
    count: distribution[rating],
    percent: total === 0 ? 0 : Math.round((distribution[rating] / total) * 100),
  }));
}
