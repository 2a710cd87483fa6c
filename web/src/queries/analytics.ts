import { useQuery } from "@tanstack/react-query";
import { call, getPath } from "../lib/call.ts";

/**
 * Returns the runs and earnings of one of the developer's agents over the last days. The previous period stays while
 * the next one loads.
 */
export function useAgentAnalytics(id: number, days: number) {
  return useQuery({
    queryKey: ["billing", "analytics", id, days],
    queryFn: ({ signal }) => call("analytics.ofAgent", { params: { id }, query: { days }, signal }),
    placeholderData: (previous) => previous,
  });
}

/** Returns the combined runs and earnings of all the developer's agents. */
export function useDeveloperAnalytics(days: number) {
  return useQuery({
    queryKey: ["billing", "analytics", "all", days],
    queryFn: ({ signal }) => call("analytics.ofDeveloper", { query: { days }, signal }),
    placeholderData: (previous) => previous,
  });
}

/** Returns the URL path of the figures by day as CSV, for one agent or for all of the developer's agents. */
export function getAnalyticsCsvPath(agentId: number | undefined, days: number): Promise<string> {
  const query = { days, format: "csv" } as const;
  return agentId === undefined
    ? getPath("analytics.ofDeveloper", { query })
    : getPath("analytics.ofAgent", { params: { id: agentId }, query });
}
