import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { appRouter } from "./router.tsx";

export interface AppProps {
  readonly router: ReturnType<typeof appRouter>;
  readonly client: QueryClient;
}

/** The whole app, the same in the browser and where its pages are rendered at the build. */
export function App({ router, client }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
