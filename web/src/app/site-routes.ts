import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./routes.ts";

const screens = () => import("./screens/site-screens.tsx");

const siteRoute = <Path extends string>(path: Path, screen: keyof Awaited<ReturnType<typeof screens>>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(screens, screen) });

/** The pages that the footer links to: about, terms, privacy, status and guides. */
export const siteRoutes = [
  siteRoute("/about", "AboutScreen"),
  siteRoute("/terms", "TermsScreen"),
  siteRoute("/privacy", "PrivacyScreen"),
  siteRoute("/status", "StatusScreen"),
  siteRoute("/guides", "GuidesScreen"),
  siteRoute("/guides/getting-started", "GettingStartedScreen"),
  siteRoute("/guides/upload-an-agent", "UploadAnAgentScreen"),
  siteRoute("/guides/call-by-api", "CallByApiScreen"),
  siteRoute("/guides/tokens-prices-plans", "TokensPricesPlansScreen"),
] as const;
