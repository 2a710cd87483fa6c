import { useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** Returns the models that agents on this server may call. They change only with the server's settings. */
export function useModels() {
  return useQuery({
    queryKey: ["models"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("system.models", { signal }),
  });
}

/** The polling interval: short enough to watch a deployment on the open page. */
const ASK_AGAIN_MS = 15_000;

/** Returns the server's health, polled while the page is open. */
export function useHealth() {
  return useQuery({
    queryKey: ["health"],
    refetchInterval: ASK_AGAIN_MS,
    queryFn: async ({ signal }) => {
      const startedAt = performance.now();
      const health = await call("system.health", { signal });
      return { ...health, answeredMs: Math.round(performance.now() - startedAt), at: new Date() };
    },
  });
}
