import type { BillingHistoryQuery } from "@stoa/contract/ledger";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** The movements of the wallet that match, newest first. */
export function useBillingHistory(filter: Partial<BillingHistoryQuery>) {
  return useInfiniteQuery({
    queryKey: ["billing", "history", filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("billing.history", {
        query: { ...filter, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}
