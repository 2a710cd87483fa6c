import { createRootRoute, createRoute } from "@tanstack/react-router";
import { Layout } from "./layout.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { RequireSession } from "./require-session.tsx";

export const rootRoute = createRootRoute({ component: Layout, notFoundComponent: NotFoundScreen });

/** The parent of all routes that need a signed-in user. */
export const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "session",
  component: RequireSession,
});
