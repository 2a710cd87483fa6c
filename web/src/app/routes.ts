import { createRootRoute, createRoute } from "@tanstack/react-router";
import { Layout } from "./layout.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { RequireSession } from "./require-session.tsx";

export const rootRoute = createRootRoute({ component: Layout, notFoundComponent: NotFoundScreen });

/** Everything below it needs a signed-in person. */
export const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "session",
  component: RequireSession,
});
