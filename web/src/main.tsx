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
if (root.hasChildNodes()) {
  // The page was rendered at the build: the router must know its screen before React takes over what stands there.
  router.ssr = { manifest: undefined };
  await router.load();
  const { pathname } = location;
  hydrateRoot(root, app, {
    onRecoverableError(error) {
      // Who leaves while parts of the page are still to be taken over gets the next one rendered anew: nothing is wrong.
      if (location.pathname === pathname) reportError(error);
    },
  });
} else {
  createRoot(root).render(app);
}
keepHead(router);
