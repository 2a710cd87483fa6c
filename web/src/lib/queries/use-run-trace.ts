import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";

/** The key of a run's trace among what is kept. */
export const runTraceKey = (runId: string) => ["run-trace", runId] as const;

/** What happened in a run that has ended; `null` asks for none. */
export function useRunTrace(runId: string | null) {
  return useQuery({
    queryKey: runTraceKey(runId ?? ""),
    enabled: runId !== null,
    queryFn: async ({ signal }) => {
      const { traceRoutes } = await loadContract();
      return call(traceRoutes.trace, { params: { id: runId ?? "" }, signal });
    },
  });
}
