import type { RunRequest } from "@stoa/contract/runs";
import { useMutation } from "@tanstack/react-query";
import { getPath } from "../call.ts";
import { fetchApi } from "../fetch-api.ts";
import { NetworkError } from "../http-error.ts";

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
