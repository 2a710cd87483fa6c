import { QueryClient } from "@tanstack/react-query";
import { HttpError } from "../lib/http-error.ts";

/** One new try for what may pass by itself: no answer, or a server error. Refusals stand. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof HttpError && error.status < 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Lists change by the minute; within this time going back and forth shows them at once.
      staleTime: 30_000,
      retry: mayPass,
      retryDelay: 700,
    },
    mutations: { retry: false },
  },
});
