import type { AgentListQuery } from "@stoa/contract/catalog";
import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

export type AgentFilters = Partial<
  Pick<
    AgentListQuery,
    "search" | "category" | "framework" | "pricing" | "model" | "sort" | "developer" | "favourites" | "limit"
  >
>;

/** The prefix of all list keys. The filters follow, so a key with some filters matches every list that has them. */
export const AGENT_LISTS = ["agents", "list"] as const;

/** Returns the agents that match, page by page. The previous list stays while a new one loads. */
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

export function createAgentQuery(id: number) {
  return queryOptions({
    queryKey: ["agents", "one", id],
    queryFn: ({ signal }) => call("catalog.get", { params: { id }, signal }),
  });
}

export function useAgent(id: number) {
  return useQuery(createAgentQuery(id));
}
