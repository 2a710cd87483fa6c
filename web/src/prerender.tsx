import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { prerender } from "react-dom/static";
import { App } from "./app/app.tsx";
import { createAppRouter } from "./app/router.tsx";

/**
 * Renders a page as HTML for a signed-out visitor. It must not stream parts later, as React does with large pages:
 * that needs inline scripts, which the content security policy refuses.
 */
export async function renderPage(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const { prelude } = await prerender(<App router={router} client={new QueryClient()} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return new Response(prelude).text();
}

/** The paths that the app knows. The server answers every other page with status 404. */
export const APP_PATHS: readonly string[] = Object.keys(createAppRouter(createMemoryHistory()).routesByPath);

export { PRERENDERED } from "./lib/page-heads.ts";
