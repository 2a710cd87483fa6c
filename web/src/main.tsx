import "./app/zod-jitless.ts";
import "./styles/index.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { queryClient } from "./app/query-client.ts";
import { appRouter } from "./app/router.tsx";
import { keepHead } from "./lib/keep-head.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

/** The page was rendered at the build: the router must know its screen before React takes over what stands there. */
async function takeOver(page: HTMLElement): Promise<void> {
  const router = appRouter();
  keepHead(router);
  router.ssr = { manifest: undefined };
  await router.load();
  const { pathname } = location;
  // A transition takes the page over in parts and hears taps in between; otherwise it is one long task on a phone.
  startTransition(() => {
    hydrateRoot(page, <App router={router} client={queryClient} />, {
      onRecoverableError(error) {
        // Who leaves while parts of the page are still to be taken over gets the next one rendered anew: nothing is wrong.
        if (location.pathname === pathname) reportError(error);
      },
    });
  });
}

function render(page: HTMLElement): void {
  const router = appRouter();
  keepHead(router);
  createRoot(page).render(<App router={router} client={queryClient} />);
}

// In a task of its own, as this module has just been compiled and run. Never awaited by it: the chunk of a screen
// imports this one, and each would wait for the other.
if (root.hasChildNodes()) setTimeout(() => void takeOver(root));
else render(root);
