import type { UsageHistogramQuery, UsageHistoryQuery } from "@stoa/contract/usage";
import { useQuery } from "@tanstack/react-query";
import { call, getPath } from "../lib/call.ts";

/** Returns the caller's ended runs; the old page stays while the next one loads. */
export function useMyUsage(query: Partial<UsageHistoryQuery>) {
  return useQuery({
    queryKey: ["usage", "mine", query],
    queryFn: ({ signal }) => call("runs.myUsage", { query, signal }),
    placeholderData: (previous) => previous,
  });
}

/** Returns the caller's all-time usage. */
export function useUsageStats() {
  return useQuery({
    queryKey: ["usage", "stats"],
    queryFn: ({ signal }) => call("runs.usageStats", { signal }),
  });
}

/** Returns the caller's ended runs by hour or day; the old figures stay while new ones load. */
export function useUsageHistogram(query: Partial<UsageHistogramQuery>) {
  return useQuery({
    queryKey: ["usage", "histogram", query],
    queryFn: ({ signal }) => call("runs.myHistogram", { query, signal }),
    placeholderData: (previous) => previous,
  });
}

/** The number of runs to load: as many as the user sees at a glance. */
const SHOWN = 5;

/** Returns the last runs of an agent by all callers, for its developer. */
export function useAgentRuns(agentId: number) {
  return useQuery({
    queryKey: ["usage", "agent", agentId],
    queryFn: ({ signal }) =>
      call("runs.agentUsage", { params: { id: agentId }, query: { limit: SHOWN }, signal }),
  });
}

/** Returns the URL path of the caller's matching runs as CSV. */
export function getUsageCsvPath(query: Partial<UsageHistoryQuery>): Promise<string> {
  return getPath("runs.myUsage", { query: { ...query, format: "csv" } });
}
