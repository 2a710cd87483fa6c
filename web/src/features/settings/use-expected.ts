import { TEXTS } from "@stoa/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";

const DEFAULTS = {
  payments: TEXTS.billing.paymentsExpected,
  plan_changes: TEXTS.billing.planChangesExpected,
};

/** When payments and plan changes are expected here; the specification's dates until the server has answered. */
export function useExpected(): { payments: string; plan_changes: string } {
  const { data } = useQuery({
    queryKey: ["expected"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { systemRoutes } = await loadContract();
      return call(systemRoutes.expected, { signal });
    },
  });
  return data ?? DEFAULTS;
}
