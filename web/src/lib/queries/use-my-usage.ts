import type { UsageHistoryQuery } from "@stoa/contract/usage";
import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** The caller's ended runs; the old page stays while the next one loads. */
export function useMyUsage(query: Partial<UsageHistoryQuery>) {
  return useQuery({
    queryKey: ["usage", "mine", query],
    queryFn: async ({ signal }) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.myUsage, { query, signal });
    },
    placeholderData: (previous) => previous,
  });
}
