import type { RunRequest } from "@stoa/contract/runs";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

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
