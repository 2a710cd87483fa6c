import type { RunRequest } from "@stoa/contract/runs";
import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call, getPath } from "../lib/call.ts";
import { fetchApi } from "../lib/fetch-api.ts";
import { NetworkError } from "../lib/http-error.ts";
import { isRunActive } from "../lib/run-state.ts";
import { useDebounced } from "../lib/use-debounced.ts";
import { reloadQueries } from "./reload-queries.ts";

/** Stops a run. Its stream ends with its result. */
export function useCancelRun() {
  return useMutation({
    mutationFn: (runId: string) => call("runs.cancel", { params: { id: runId } }),
  });
}

/** The polling interval of an active run. */
const RESULT_POLL_MS = 2000;

/** Returns one of the user's runs with its receipt; an active run is polled until it ends. */
export function useRunResult(runId: string) {
  return useQuery({
    queryKey: ["run", runId],
    queryFn: ({ signal }) => call("runs.get", { params: { id: runId }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunActive(state.data.status) ? RESULT_POLL_MS : false),
  });
}

/** Returns a function that loads a run's artifacts again, with new links. */
export function useReloadArtifacts(runId: string) {
  const client = useQueryClient();
  return async () => {
    const result = await client.query({
      queryKey: ["run", runId],
      staleTime: 0,
      queryFn: ({ signal }) => call("runs.get", { params: { id: runId }, signal }),
    });
    return result.artifacts;
  };
}

/** The polling interval while runs are active. */
const ACTIVE_POLL_MS = 2000;

/**
 * Returns the user's active runs, for one agent or for all agents. When a run ends, billing and usage are refetched.
 */
export function useActiveRuns(agentId?: number) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["active-runs", agentId ?? null],
    queryFn: ({ signal }) => call("runs.active", { query: { agent_id: agentId }, signal }),
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
    void reloadQueries(client, ["billing"]);
    void reloadQueries(client, ["usage"]);
  }, [runs, client]);
  return query;
}

/** Fetches the estimate of a run: reserved amount and maximum cost. */
export async function fetchEstimate(request: RunRequest, signal?: AbortSignal) {
  return call("runs.estimate", { body: request, ...(signal && { signal }) });
}

/** Returns the query for the estimate of a run; `null` fetches nothing. */
export function createEstimateQuery(request: RunRequest | null) {
  return queryOptions({
    queryKey: ["estimate", request],
    retry: false,
    queryFn: request === null ? skipToken : ({ signal }) => fetchEstimate(request, signal),
  });
}

/** Estimates wait until typing pauses, because each one reads the balance on the server. */
const ESTIMATE_REST_MS = 300;

/** Returns the estimate of a run. The last estimate stays while typing. */
export function useEstimate(request: RunRequest | null) {
  const settled = useDebounced(request, ESTIMATE_REST_MS);
  return useQuery({ ...createEstimateQuery(settled), placeholderData: (previous) => previous });
}

/** The polling interval of waits, which may be answered elsewhere. */
const WAITS_POLL_MS = 3000;

/** Returns the waits of a run. Change `refetchKey` whenever a node starts or stops waiting, so that they are refetched. */
export function useRunWaits(runId: string, refetchKey: string) {
  return useQuery({
    queryKey: ["run-waits", runId, refetchKey],
    queryFn: async ({ signal }) => {
      return (await call("runWaits.list", { params: { id: runId }, signal })).waits;
    },
    refetchInterval: WAITS_POLL_MS,
  });
}

/**
 * Starts a run without waiting for its answer (`Prefer: respond-async`).
 * @returns the run's id.
 */
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
