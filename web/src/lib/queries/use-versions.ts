import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** The versions of an agent, newest first, page by page. */
export function useVersions(id: number) {
  return useInfiniteQuery({
    queryKey: ["versions", id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: cursor }) =>
      call("versions.list", {
        params: { id },
        query: { ...(cursor !== undefined && { cursor }) },
        signal,
      }),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}

/** What a version changed; against the one before where no other is named. */
export function useVersionDiff(id: number, number: number, from: number | undefined) {
  return useQuery({
    queryKey: ["versions", id, "diff", number, from],
    queryFn: ({ signal }) =>
      call("versions.diff", {
        params: { id, number },
        query: { ...(from !== undefined && { from }) },
        signal,
      }),
    placeholderData: (previous) => previous,
  });
}
