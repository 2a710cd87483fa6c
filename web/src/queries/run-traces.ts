import type { RunTrace } from "@stoa/contract/traces";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** The key of a run's trace among what is kept. */
const runTraceKey = (runId: string) => ["run-trace", runId] as const;

/** A trace of a run that goes on is read again so often: as fast as its events are saved four times over. */
const LIVE_MS = 1_000;

async function fetchTrace(runId: string, signal: AbortSignal) {
  return call("traces.trace", { params: { id: runId }, signal });
}

/** What happened in a run that has ended; `null` asks for none. */
export function useRunTrace(runId: string | null) {
  return useQuery({
    queryKey: runTraceKey(runId ?? ""),
    enabled: runId !== null,
    queryFn: ({ signal }) => fetchTrace(runId ?? "", signal),
  });
}

/** What has happened so far in a run that goes on; `null` asks for none. */
export function useLiveRunTrace(runId: string | null) {
  return useQuery({
    queryKey: [...runTraceKey(runId ?? ""), "live"],
    enabled: runId !== null,
    refetchInterval: LIVE_MS,
    staleTime: 0,
    queryFn: ({ signal }) => fetchTrace(runId ?? "", signal),
  });
}

/** Lets the agent's developer read one's run, or no longer. */
export function useShareRun(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shared: boolean) => call("traces.share", { params: { id: runId }, body: { shared } }),
    onSuccess: ({ shared }) =>
      client.setQueryData<RunTrace>(runTraceKey(runId), (trace) => trace && { ...trace, shared }),
  });
}
