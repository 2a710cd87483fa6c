import type { RunTrace } from "@stoa/contract/traces";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../call.ts";
import { runTraceKey } from "./use-run-trace.ts";

/** Lets the agent's developer read one's run, or no longer. */
export function useShareRun(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shared: boolean) => call("traces.share", { params: { id: runId }, body: { shared } }),
    onSuccess: ({ shared }) =>
      client.setQueryData<RunTrace>(runTraceKey(runId), (trace) => trace && { ...trace, shared }),
  });
}
