import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** One's run with its receipt. */
export function useRunResult(runId: string) {
  return useQuery({
    queryKey: ["run", runId],
    queryFn: async ({ signal }) => {
      const { runRoutes } = await loadContract();
      return call(runRoutes.get, { params: { id: runId }, signal });
    },
  });
}
