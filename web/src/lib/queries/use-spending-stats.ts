import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** The caller's spending in the current UTC month. */
export function useSpendingStats() {
  return useQuery({
    queryKey: ["billing", "spending"],
    queryFn: async ({ signal }) => {
      const { billingRoutes } = await loadContract();
      return call(billingRoutes.spendingStats, { signal });
    },
  });
}
