import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect, useState } from "react";
import { onSessionReplacedElsewhere } from "../lib/session.ts";
import type { appRouter } from "./router.tsx";

interface AppProps {
  readonly router: ReturnType<typeof appRouter>;
  readonly client: QueryClient;
}

/** The whole app, the same in the browser and where its pages are rendered at the build. */
export function App({ router, client }: AppProps) {
  const [sessions, setSessions] = useState(0);
  // Another person may sign in in another tab. Nothing that this tab has loaded for the first one may stay.
  useEffect(
    () =>
      onSessionReplacedElsewhere(() => {
        client.clear();
        setSessions((known) => known + 1);
      }),
    [client],
  );
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider key={sessions} router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
