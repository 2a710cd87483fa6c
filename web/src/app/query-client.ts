import { QueryClient } from "@tanstack/react-query";
import { HttpError } from "../lib/http-error.ts";

/**
 * Returns whether to retry a failed request. It is retried once if there was no response or the server failed. A
 * refused request is never retried.
 */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof HttpError && error.status < 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Lists change only every few minutes, so a cached list is shown for 30 seconds before it is requested again.
      staleTime: 30_000,
      retry: shouldRetry,
      retryDelay: 700,
    },
    mutations: { retry: false },
  },
});
