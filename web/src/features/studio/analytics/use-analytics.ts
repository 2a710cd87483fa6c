import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** What one of one's agents did and earned over the last days. The last span stays while the next is asked for. */
export function useAgentAnalytics(id: number, days: number) {
  return useQuery({
    queryKey: ["billing", "analytics", id, days],
    queryFn: ({ signal }) => call("analytics.ofAgent", { params: { id }, query: { days }, signal }),
    placeholderData: (previous) => previous,
  });
}

/** The same over all of one's agents. */
export function useDeveloperAnalytics(days: number) {
  return useQuery({
    queryKey: ["billing", "analytics", "all", days],
    queryFn: ({ signal }) => call("analytics.ofDeveloper", { query: { days }, signal }),
    placeholderData: (previous) => previous,
  });
}
