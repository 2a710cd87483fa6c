import type { RunRequest } from "@stoa/contract/runs";
import { useMutation } from "@tanstack/react-query";
import { fetchApi } from "../fetch-api.ts";
import { NetworkError } from "../http-error.ts";
import { loadContract } from "../load-contract.ts";

/** Starts a run without waiting for its answer (`Prefer: respond-async`). @returns its id. */
export function useRunInBackground() {
  return useMutation({
    mutationFn: async (request: RunRequest): Promise<string> => {
      const { AcceptedRun, runRoutes } = await loadContract();
      const response = await fetchApi(runRoutes.run.path, {
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
