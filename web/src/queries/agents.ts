import type { AgentListQuery } from "@stoa/contract/catalog";
import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** The filters of a list of agents. */
export type AgentFilters = Partial<
  Pick<
    AgentListQuery,
    "search" | "category" | "framework" | "pricing" | "model" | "sort" | "developer" | "favourites" | "limit"
  >
>;

/** Keys of lists begin so; their filters follow, and a key with some of them means all lists that have these. */
export const AGENT_LISTS = ["agents", "list"] as const;

/** The marketplace by filters, page by page; the old list stays in place while a new one loads. */
export function useAgents(filters: AgentFilters, { enabled = true } = {}) {
  return useInfiniteQuery({
    queryKey: [...AGENT_LISTS, filters],
    enabled,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("catalog.list", {
        query: { ...filters, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}

/** One agent by id. */
export function agentQuery(id: number) {
  return queryOptions({
    queryKey: ["agents", "one", id],
    queryFn: ({ signal }) => call("catalog.get", { params: { id }, signal }),
  });
}

/** One agent by id. */
export function useAgent(id: number) {
  return useQuery(agentQuery(id));
}
