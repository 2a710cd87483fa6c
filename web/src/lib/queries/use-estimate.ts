import type { RunRequest } from "@stoa/contract/runs";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** The query for what a run would hold and at most cost; `null` asks nothing. */
export function estimateQuery(request: RunRequest | null) {
  return queryOptions({
    queryKey: ["estimate", request],
    enabled: request !== null,
    retry: false,
    queryFn: async ({ signal }) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.estimate, { ...(request === null ? {} : { body: request }), signal });
    },
  });
}

/** What a run would hold and at most cost. The last estimate stays while typing. */
export function useEstimate(request: RunRequest | null) {
  return useQuery({ ...estimateQuery(request), placeholderData: (previous) => previous });
}
