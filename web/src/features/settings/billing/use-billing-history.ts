import type { BillingHistoryQuery } from "@stoa/contract/ledger";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadSettingsContract } from "../load-settings-contract.ts";

const routes = async () => (await loadSettingsContract()).billingRoutes;

/** The movements of the wallet that match, newest first. */
export function useBillingHistory(filter: Partial<BillingHistoryQuery>) {
  return useInfiniteQuery({
    queryKey: ["billing", "history", filter],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) =>
      call((await routes()).history, {
        query: { ...filter, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}
