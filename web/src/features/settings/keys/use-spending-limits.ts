import type { SpendingLimits, UpdateSpendingLimitsRequest } from "@stoa/contract/keys";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadSettingsContract } from "../load-settings-contract.ts";

const routes = async () => (await loadSettingsContract()).keyRoutes;

const KEY = ["spending-limits"] as const;

/** What the account may spend, and what it spent today. */
export function useSpendingLimits() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => call((await routes()).spendingLimits, { signal }),
  });
}

/** Changes what the account may spend. */
export function useUpdateSpendingLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: UpdateSpendingLimitsRequest) =>
      call((await routes()).updateSpendingLimits, { body }),
    onSuccess: (saved) => client.setQueryData<SpendingLimits>(KEY, saved),
  });
}
