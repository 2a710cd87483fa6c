import "./app/zod-jitless.ts";
import "./styles/index.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { queryClient } from "./app/query-client.ts";
import { router } from "./app/router.tsx";
import { keepHead } from "./lib/keep-head.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = <App router={router} client={queryClient} />;

/** The page was rendered at the build: the router must know its screen before React takes over what stands there. */
async function takeOver(page: HTMLElement): Promise<void> {
  router.ssr = { manifest: undefined };
  await router.load();
  const { pathname } = location;
  hydrateRoot(page, app, {
    onRecoverableError(error) {
      // Who leaves while parts of the page are still to be taken over gets the next one rendered anew: nothing is wrong.
      if (location.pathname === pathname) reportError(error);
    },
  });
}

// Never awaited by this module: the chunk of a screen imports this one, and each would wait for the other.
if (root.hasChildNodes()) void takeOver(root);
else createRoot(root).render(app);
keepHead(router);
