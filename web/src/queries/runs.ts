import type { RunRequest } from "@stoa/contract/runs";
import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call, getPath } from "../lib/call.ts";
import { fetchApi } from "../lib/fetch-api.ts";
import { NetworkError } from "../lib/http-error.ts";
import { isUnderWay } from "../lib/run-state.ts";

/** Stops a run; its stream then ends with its result. */
export function useCancelRun() {
  return useMutation({
    mutationFn: (runId: string) => call("runs.cancel", { params: { id: runId } }),
  });
}

/** A run that goes on is asked for this often. */
const RESULT_POLL_MS = 2000;

/** One's run with its receipt; one that goes on is asked for until it has ended. */
export function useRunResult(runId: string) {
  return useQuery({
    queryKey: ["run", runId],
    queryFn: ({ signal }) => call("runs.get", { params: { id: runId }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.status) ? RESULT_POLL_MS : false),
  });
}

/** While runs go on they are asked for this often. */
const ACTIVE_POLL_MS = 2000;

/** One's runs that have not ended, of one agent or of all. When one of them ends, money and history are read anew. */
export function useRunsUnderWay(agentId?: number) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["runs-under-way", agentId ?? null],
    queryFn: ({ signal }) => call("runs.underWay", { query: { agent_id: agentId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? ACTIVE_POLL_MS : false),
  });
  const before = useRef<readonly string[]>([]);
  const runs = query.data?.runs;
  useEffect(() => {
    if (!runs) return;
    const now = runs.map(({ run_id }) => run_id);
    const hasEnded = before.current.some((id) => !now.includes(id));
    before.current = now;
    if (!hasEnded) return;
    void client.invalidateQueries({ queryKey: ["billing"] });
    void client.invalidateQueries({ queryKey: ["usage"] });
  }, [runs, client]);
  return query;
}

/** Asks the server what a run would hold and at most cost. */
export async function askEstimate(request: RunRequest, signal?: AbortSignal) {
  return call("runs.estimate", { body: request, ...(signal && { signal }) });
}

/** The query for what a run would hold and at most cost; `null` asks nothing. */
export function estimateQuery(request: RunRequest | null) {
  return queryOptions({
    queryKey: ["estimate", request],
    retry: false,
    queryFn: request === null ? skipToken : ({ signal }) => askEstimate(request, signal),
  });
}

/** What a run would hold and at most cost. The last estimate stays while typing. */
export function useEstimate(request: RunRequest | null) {
  return useQuery({ ...estimateQuery(request), placeholderData: (previous) => previous });
}

/** A wait ends when somebody elsewhere has answered it: that is seen this soon. */
const WAITS_POLL_MS = 3000;

/** What one's run waits for. `told` changes with each node that begins or ends to wait. */
export function useRunWaits(runId: string, told: string) {
  return useQuery({
    queryKey: ["run-waits", runId, told],
    queryFn: async ({ signal }) => {
      return (await call("runWaits.list", { params: { id: runId }, signal })).waits;
    },
    refetchInterval: WAITS_POLL_MS,
  });
}

/** Starts a run without waiting for its answer (`Prefer: respond-async`). @returns its id. */
export function useRunInBackground() {
  return useMutation({
    mutationFn: async (request: RunRequest): Promise<string> => {
      const { AcceptedRun } = await import("@stoa/contract/runs");
      const response = await fetchApi(await getPath("runs.run"), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          prefer: "respond-async",
          "idempotency-key": crypto.randomUUID(),
        },
        body: JSON.stringify(request),
      });
      const body: unknown = await response.json().catch((cause: unknown) => {
        throw new NetworkError(cause);
      });
      return AcceptedRun.parse(body).run_id;
    },
  });
}
