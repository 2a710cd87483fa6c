import type { RunRequest } from "@stoa/contract/runs";
import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** What a run would hold and at most cost; `null` asks nothing. The last estimate stays while typing. */
export function useEstimate(request: RunRequest | null) {
  return useQuery({
    queryKey: ["estimate", request],
    enabled: request !== null,
    retry: false,
    queryFn: async ({ signal }) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.estimate, { ...(request === null ? {} : { body: request }), signal });
    },
    placeholderData: (previous) => previous,
  });
}
