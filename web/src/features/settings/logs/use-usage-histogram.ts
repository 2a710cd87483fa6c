import type { UsageHistogramQuery } from "@stoa/contract/usage";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** The caller's ended runs by hour or day; the old figures stay while new ones load. */
export function useUsageHistogram(query: Partial<UsageHistogramQuery>) {
  return useQuery({
    queryKey: ["usage", "histogram", query],
    queryFn: ({ signal }) => call("runs.myHistogram", { query, signal }),
    placeholderData: (previous) => previous,
  });
}
