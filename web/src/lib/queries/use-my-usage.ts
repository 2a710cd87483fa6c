import type { UsageHistoryQuery } from "@stoa/contract/usage";
import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** The caller's ended runs; the old page stays while the next one loads. */
export function useMyUsage(query: Partial<UsageHistoryQuery>) {
  return useQuery({
    queryKey: ["usage", "mine", query],
    queryFn: ({ signal }) => call("runs.myUsage", { query, signal }),
    placeholderData: (previous) => previous,
  });
}
