import { QueryClient } from "@tanstack/react-query";
import { HttpError } from "../lib/http-error.ts";

/**
 * Returns whether to retry a failed request. It is retried once if there was no answer or the server failed. A refusal
 * is never retried.
 */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof HttpError && error.status < 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Lists change every few minutes. Within this time, screens show the cached list and do not request it again.
      staleTime: 30_000,
      retry: shouldRetry,
      retryDelay: 700,
    },
    mutations: { retry: false },
  },
});
