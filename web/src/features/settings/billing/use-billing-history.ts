import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadContract } from "../../../lib/load-contract.ts";

/** Every movement of the wallet, newest first. */
export function useBillingHistory() {
  return useInfiniteQuery({
    queryKey: ["billing", "history"],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const { billingRoutes } = await loadContract();
      return call(billingRoutes.history, { query: pageParam === "" ? {} : { cursor: pageParam }, signal });
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}
