import { QueryClient } from "@tanstack/react-query";
import { HttpError } from "../lib/http-error.ts";

/** Retries once for failures that may be temporary: no answer, or a server error. Refusals are not retried. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof HttpError && error.status < 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Lists change every few minutes; within this time, navigating back and forth uses the cache.
      staleTime: 30_000,
      retry: mayPass,
      retryDelay: 700,
    },
    mutations: { retry: false },
  },
});
