import type { ReviewRequest } from "@stoa/contract/reviews";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSignedIn } from "../lib/session.ts";

/** Returns the reviews of an agent, newest first, page by page. */
export function useReviews(id: number) {
  return useInfiniteQuery({
    queryKey: ["reviews", id],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: cursor }) => {
      const query = { ...(cursor !== undefined && { cursor }) };
      return call("reviews.list", { params: { id }, query, signal });
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}

const getOwnReviewKey = (agentId: number) => ["reviews", agentId, "own"] as const;

/** Returns the user's own review of an agent, and whether they may write one. */
export function useOwnReview(agentId: number) {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: getOwnReviewKey(agentId),
    enabled: signedIn,
    queryFn: ({ signal }) => call("reviews.own", { params: { id: agentId }, signal }),
  });
}

/** Reloads reviews after a change. A review also changes the agent's figures. */
function useForgetReviews(agentId: number) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["reviews", agentId] }),
      client.invalidateQueries({ queryKey: ["agents", "one", agentId] }),
    ]);
}

export function useWriteReview(agentId: number) {
  return useMutation({
    mutationFn: (body: ReviewRequest) => call("reviews.write", { params: { id: agentId }, body }),
    onSuccess: useForgetReviews(agentId),
  });
}

export function useWithdrawReview(agentId: number) {
  return useMutation({
    mutationFn: () => call("reviews.withdraw", { params: { id: agentId } }),
    onSuccess: useForgetReviews(agentId),
  });
}

/** Reports a review to the operators of this server. */
export function useReportReview(agentId: number, reviewId: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      call("reviews.report", { params: { id: agentId, review_id: reviewId }, body: { reason } }),
  });
}

/** Writes or changes the developer's reply to a review. */
export function useReply(agentId: number, reviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call("reviews.reply", { params: { id: agentId, review_id: reviewId }, body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["reviews", agentId] }),
  });
}

export function useWithdrawReply(agentId: number, reviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("reviews.withdrawReply", { params: { id: agentId, review_id: reviewId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["reviews", agentId] }),
  });
}
