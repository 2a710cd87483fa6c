import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./routes.ts";

const loadScreens = () => import("./screens/site-screens.tsx");

const createSiteRoute = <Path extends string>(
  path: Path,
  screen: keyof Awaited<ReturnType<typeof loadScreens>>,
) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(loadScreens, screen) });

/** The pages that the footer links to: about, terms, privacy, status and guides. */
export const siteRoutes = [
  createSiteRoute("/about", "AboutScreen"),
  createSiteRoute("/terms", "TermsScreen"),
  createSiteRoute("/privacy", "PrivacyScreen"),
  createSiteRoute("/status", "StatusScreen"),
  createSiteRoute("/guides", "GuidesScreen"),
  createSiteRoute("/guides/getting-started", "GettingStartedScreen"),
  createSiteRoute("/guides/upload-an-agent", "UploadAnAgentScreen"),
  createSiteRoute("/guides/call-by-api", "CallByApiScreen"),
  createSiteRoute("/guides/tokens-prices-plans", "TokensPricesPlansScreen"),
] as const;
