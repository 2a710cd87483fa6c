import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** Writes or changes the developer's reply to a review. */
export function useReply(agentId: number, reviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call("reviews.reply", { params: { id: agentId, review_id: reviewId }, body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["reviews", agentId] }),
  });
}

/** Deletes the developer's reply. */
export function useWithdrawReply(agentId: number, reviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("reviews.withdrawReply", { params: { id: agentId, review_id: reviewId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["reviews", agentId] }),
  });
}
