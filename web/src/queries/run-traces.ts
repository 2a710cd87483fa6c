import type { RunTrace } from "@stoa/contract/traces";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** Returns the query key of a run's trace. */
const runTraceKey = (runId: string) => ["run-trace", runId] as const;

/** The polling interval of an active run's trace: its events are saved four times per interval. */
const LIVE_MS = 1_000;

async function fetchTrace(runId: string, signal: AbortSignal) {
  return call("traces.trace", { params: { id: runId }, signal });
}

/** Returns the trace of an ended run; `null` fetches nothing. */
export function useRunTrace(runId: string | null) {
  return useQuery({
    queryKey: runTraceKey(runId ?? ""),
    enabled: runId !== null,
    queryFn: ({ signal }) => fetchTrace(runId ?? "", signal),
  });
}

/** Returns the trace so far of an active run; `null` fetches nothing. */
export function useLiveRunTrace(runId: string | null) {
  return useQuery({
    queryKey: [...runTraceKey(runId ?? ""), "live"],
    enabled: runId !== null,
    refetchInterval: LIVE_MS,
    staleTime: 0,
    queryFn: ({ signal }) => fetchTrace(runId ?? "", signal),
  });
}

/** Shares a run with the agent's developer, or stops sharing it. */
export function useShareRun(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shared: boolean) => call("traces.share", { params: { id: runId }, body: { shared } }),
    onSuccess: ({ shared }) =>
      client.setQueryData<RunTrace>(runTraceKey(runId), (trace) => trace && { ...trace, shared }),
  });
}
