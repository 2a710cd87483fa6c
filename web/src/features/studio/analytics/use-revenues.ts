import type { Revenue } from "@stoa/contract/ledger";
import { LIMITS } from "@stoa/contract/limits";
import { useQueries } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** So many agents' earnings are read for the overview; past that the page would wait for its own figures. */
const READ_AT_MOST = 20;

/** What each agent earned over the last days, from the ledger, by agent id. */
export function useRevenues(
  agentIds: readonly number[],
  days: number = LIMITS.revenueDaysDefault,
): ReadonlyMap<number, Revenue> {
  return useQueries({
    queries: agentIds.slice(0, READ_AT_MOST).map((id) => ({
      queryKey: ["billing", "revenue", id, days],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("billing.agentRevenue", { params: { id }, query: { days }, signal }),
    })),
    combine: (results) => {
      const found = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
      return new Map(found.map((revenue) => [revenue.agent_id, revenue]));
    },
  });
}
