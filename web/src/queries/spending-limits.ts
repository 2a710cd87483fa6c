import type { SpendingLimits, UpdateSpendingLimitsRequest } from "@stoa/contract/keys";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["spending-limits"] as const;

/** Returns the account's spending limits, and how much it has spent today. */
export function useSpendingLimits() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call("keys.spendingLimits", { signal }),
  });
}

export function useUpdateSpendingLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateSpendingLimitsRequest) => call("keys.updateSpendingLimits", { body }),
    onSuccess: (saved) => client.setQueryData<SpendingLimits>(KEY, saved),
  });
}
