import type { UsageHistogramQuery } from "@stoa/contract/usage";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadContract } from "../../../lib/load-contract.ts";

const routes = async () => (await loadContract()).runRoutes;

/** The caller's ended runs by hour or day; the old figures stay while new ones load. */
export function useUsageHistogram(query: Partial<UsageHistogramQuery>) {
  return useQuery({
    queryKey: ["usage", "histogram", query],
    queryFn: async ({ signal }) => call((await routes()).myHistogram, { query, signal }),
    placeholderData: (previous) => previous,
  });
}
