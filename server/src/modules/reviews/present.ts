import type { Review, ReviewList } from "@stoa/contract";
import type { ReviewRow } from "./review-store.ts";

export function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    agent_id: row.agentId,
    username: row.username,
    rating: row.rating,
    text: row.text,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    reply: presentReply(row),
  };
}

function presentReply({ replyText, replyCreatedAt, replyUpdatedAt }: ReviewRow): Review["reply"] {
  if (replyText === null || replyCreatedAt === null || replyUpdatedAt === null) return null;
  return {
    text: replyText,
    created_at: replyCreatedAt.toISOString(),
    updated_at: replyUpdatedAt.toISOString(),
  };
}

/**
 * Returns the number of reviews per rating, their total number and the mean rating, which equals the mean that SQL
 * computes.
 */
export function presentRatings(
  counts: ReadonlyMap<number, number>,
): Pick<ReviewList, "total" | "average_rating" | "distribution"> {
  const getCount = (rating: number) => counts.get(rating) ?? 0;
  let total = 0;
  let sum = 0;
  for (const [rating, count] of counts) {
    total += count;
    sum += rating * count;
  }
  return {
    total,
    average_rating: total === 0 ? null : sum / total,
    distribution: { 1: getCount(1), 2: getCount(2), 3: getCount(3), 4: getCount(4), 5: getCount(5) },
  };
}
