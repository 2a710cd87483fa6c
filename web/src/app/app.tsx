import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect, useState } from "react";
import { onSessionReplacedElsewhere } from "../lib/session.ts";
import type { createAppRouter } from "./router.tsx";

interface AppProps {
  readonly router: ReturnType<typeof createAppRouter>;
  readonly client: QueryClient;
}

/** Renders the whole app, both in the browser and when the build prerenders pages. */
export function App({ router, client }: AppProps) {
  const [sessions, setSessions] = useState(0);
  // If another user signs in from another tab, this tab must drop everything that it loaded for the first user.
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
