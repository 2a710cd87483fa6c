import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { keepHead } from "../lib/keep-head.ts";
import { App } from "./app.tsx";
import { queryClient } from "./query-client.ts";
import { createAppRouter } from "./router.tsx";

/** Hydrates a prerendered page. The router must load its screen before React starts. */
export async function takeOver(page: HTMLElement): Promise<void> {
  const router = createAppRouter();
  keepHead(router);
  router.ssr = { manifest: undefined };
  await router.load();
  const { pathname } = location;
  // In a transition, React hydrates the page in parts and handles taps in between; otherwise hydration is one long
  // task on a phone.
  startTransition(() => {
    hydrateRoot(page, <App router={router} client={queryClient} />, {
      onRecoverableError(error) {
        // If the user leaves while parts of the page still hydrate, React renders the next page from scratch; that is
        // not an error.
        if (location.pathname === pathname) reportError(error);
      },
    });
  });
}

/** Renders the screen of the current URL. */
export function render(page: HTMLElement): void {
  const router = createAppRouter();
  keepHead(router);
  createRoot(page).render(<App router={router} client={queryClient} />);
}
