import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** The caller's usage, all time. */
export function useUsageStats() {
  return useQuery({
    queryKey: ["usage", "stats"],
    queryFn: async ({ signal }) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.usageStats, { signal });
    },
  });
}
