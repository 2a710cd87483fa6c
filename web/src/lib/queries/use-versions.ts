import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** Loads the routes of versions when first needed. */
const loadVersions = () => import("@stoa/contract/versions");

/** The versions of an agent, newest first, page by page. */
export function useVersions(id: number) {
  return useInfiniteQuery({
    queryKey: ["versions", id],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: cursor }) => {
      const { versionRoutes } = await loadVersions();
      return call(versionRoutes.list, {
        params: { id },
        query: { ...(cursor !== undefined && { cursor }) },
        signal,
      });
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}

/** What a version changed; against the one before where no other is named. */
export function useVersionDiff(id: number, number: number, from: number | undefined) {
  return useQuery({
    queryKey: ["versions", id, "diff", number, from],
    queryFn: async ({ signal }) => {
      const { versionRoutes } = await loadVersions();
      return call(versionRoutes.diff, {
        params: { id, number },
        query: { ...(from !== undefined && { from }) },
        signal,
      });
    },
    placeholderData: (previous) => previous,
  });
}
