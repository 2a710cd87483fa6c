import type { Revenue } from "@stoa/contract/ledger";
import { useQueries } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";

/** So many agents' earnings are read for the overview; past that the page would wait for its own figures. */
const READ_AT_MOST = 20;

/** What each agent earned in the default window, from the ledger, by agent id. */
export function useRevenues(agentIds: readonly number[]): ReadonlyMap<number, Revenue> {
  return useQueries({
    queries: agentIds.slice(0, READ_AT_MOST).map((id) => ({
      queryKey: ["billing", "revenue", id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { billingRoutes } = await loadContract();
        return call(billingRoutes.agentRevenue, { params: { id }, signal });
      },
    })),
    combine: (results) => {
      const found = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
      return new Map(found.map((revenue) => [revenue.agent_id, revenue]));
    },
  });
}
