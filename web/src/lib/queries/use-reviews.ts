import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** The reviews of an agent, newest first, page by page. */
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
