import type { ReviewRequest } from "@stoa/contract/reviews";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { useSignedIn } from "../../../lib/session.ts";

const ownReviewKey = (agentId: number) => ["reviews", agentId, "own"] as const;

/** One's own review of an agent, and whether one may write it. */
export function useOwnReview(agentId: number) {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: ownReviewKey(agentId),
    enabled: signedIn,
    queryFn: ({ signal }) => call("reviews.own", { params: { id: agentId }, signal }),
  });
}

/** A review counts in the agent's figures, too. */
function useForgetReviews(agentId: number) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["reviews", agentId] }),
      client.invalidateQueries({ queryKey: ["agents", "one", agentId] }),
    ]);
}

/** Writes one's review, or changes it. */
export function useWriteReview(agentId: number) {
  return useMutation({
    mutationFn: (body: ReviewRequest) => call("reviews.write", { params: { id: agentId }, body }),
    onSuccess: useForgetReviews(agentId),
  });
}

/** Deletes one's review. */
export function useWithdrawReview(agentId: number) {
  return useMutation({
    mutationFn: () => call("reviews.withdraw", { params: { id: agentId } }),
    onSuccess: useForgetReviews(agentId),
  });
}

/** Reports a review to the people who run this server. */
export function useReportReview(agentId: number, reviewId: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      call("reviews.report", { params: { id: agentId, review_id: reviewId }, body: { reason } }),
  });
}
