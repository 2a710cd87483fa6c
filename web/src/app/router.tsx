import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from "@tanstack/react-router";
import { readToken } from "../lib/session.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { Layout } from "./layout.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { PendingScreen } from "./pending-screen.tsx";
import { RequireSession } from "./require-session.tsx";
import {
  parseReturnPath,
  readAgentSearch,
  readChatsSearch,
  readCompareSearch,
  readConsentSearch,
  readDeveloperSearch,
  readDeviceLoginSearch,
  readMarketSearch,
  readNotificationSearch,
  readProviderSearch,
  readReturnSearch,
  readSettingsSearch,
  readSideBySideSearch,
  readStudioSearch,
} from "./screen-search.ts";
import { LandingScreen } from "./screens/landing-screen.tsx";
import { parseSearch, stringifySearch } from "./search-params.ts";

const rootRoute = createRootRoute({ component: Layout, notFoundComponent: NotFoundScreen });

/** The parent of all routes that need a signed-in user. */
const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "session",
  component: RequireSession,
});

const landing = createRoute({ getParentRoute: () => rootRoute, path: "/", component: LandingScreen });

const loadAuthScreens = () => import("./screens/auth-screens.tsx");
const signInRoute = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: readReturnSearch,
    component: lazyRouteComponent(loadAuthScreens, "SignInScreen"),
  });
const register = createRoute({
  getParentRoute: () => rootRoute,
  path: "/register",
  validateSearch: readReturnSearch,
  // The landing page is prerendered for visitors: until it is hydrated, its links also lead signed-in users here. From
  // here, signed-in users continue to the page to which a new user would have been sent.
  beforeLoad: ({ search, cause }) => {
    if (cause === "enter" && readToken() !== null)
      redirect({ href: parseReturnPath(search.return), replace: true, throw: true });
  },
  component: lazyRouteComponent(loadAuthScreens, "RegisterScreen"),
});
const forgot = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  component: lazyRouteComponent(loadAuthScreens, "ForgotPasswordScreen"),
});
const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password",
  component: lazyRouteComponent(loadAuthScreens, "ResetPasswordScreen"),
});
const confirmEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: "/confirm-email",
  component: lazyRouteComponent(loadAuthScreens, "ConfirmEmailScreen"),
});
const providerReturn = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in/$provider",
  validateSearch: readProviderSearch,
  component: lazyRouteComponent(loadAuthScreens, "ProviderReturnScreen"),
});

const marketplace = createRoute({
  getParentRoute: () => rootRoute,
  path: "/marketplace",
  validateSearch: readMarketSearch,
  component: lazyRouteComponent(() => import("./screens/marketplace-screen.tsx"), "MarketplaceScreen"),
});

const compare = createRoute({
  getParentRoute: () => rootRoute,
  path: "/compare",
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import("./screens/compare-screen.tsx"), "CompareScreen"),
});
const sideBySide = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/side-by-side",
  validateSearch: readSideBySideSearch,
  component: lazyRouteComponent(() => import("./screens/side-by-side-screen.tsx"), "SideBySideScreen"),
});
const developer = createRoute({
  getParentRoute: () => rootRoute,
  path: "/developers/$username",
  validateSearch: readDeveloperSearch,
  component: lazyRouteComponent(() => import("./screens/developer-screen.tsx"), "DeveloperScreen"),
});

const agent = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/agent/$id",
  validateSearch: readAgentSearch,
  // Users share agent links with people who do not have an account, so visitors are sent to the marketplace, which
  // shows the agent.
  // Only its owner can open a chat, so a link to a chat leads to the sign-in page and back.
  beforeLoad: ({ params, search, cause }) => {
    if (cause === "enter" && readToken() === null && search.chat === undefined)
      redirect({ to: "/marketplace", search: { agent: Number(params.id) }, replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import("./screens/agent-screen.tsx"), "AgentScreen"),
});

const loadChatScreens = () => import("./screens/chat-screens.tsx");
const chats = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/chats",
  validateSearch: readChatsSearch,
  component: lazyRouteComponent(loadChatScreens, "ChatsScreen"),
});
const sharedChat = createRoute({
  getParentRoute: () => rootRoute,
  path: "/shared/$token",
  component: lazyRouteComponent(loadChatScreens, "SharedChatScreen"),
});

const dashboard = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/dashboard",
  component: lazyRouteComponent(() => import("../features/dashboard/dashboard-page.tsx"), "DashboardPage"),
});

const notifications = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/notifications",
  validateSearch: readNotificationSearch,
  component: lazyRouteComponent(() => import("./screens/notifications-screen.tsx"), "NotificationsScreen"),
});

const loadStudioScreens = () => import("./screens/studio-screen.tsx");
const studio = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/developer-studio",
  validateSearch: readStudioSearch,
  component: lazyRouteComponent(loadStudioScreens, "StudioScreen"),
});
const upload = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/upload",
  validateSearch: readStudioSearch,
  component: lazyRouteComponent(loadStudioScreens, "UploadScreen"),
});

const loadSettingsScreens = () => import("./screens/settings-screen.tsx");
const settings = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/settings",
  loader: async () => (await loadSettingsScreens()).loadTab("general"),
  component: lazyRouteComponent(loadSettingsScreens, "SettingsScreen"),
});
const settingsTab = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/settings/$tab",
  validateSearch: readSettingsSearch,
  loader: async ({ params }) => (await loadSettingsScreens()).loadTab(params.tab),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(loadSettingsScreens, "SettingsTabScreen"),
});

const consentReturn = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/connect/$service",
  validateSearch: readConsentSearch,
  component: lazyRouteComponent(loadSettingsScreens, "ConsentReturnScreen"),
});

const deviceLogin = createRoute({
  getParentRoute: () => sessionRoute,
  path: "/device",
  validateSearch: readDeviceLoginSearch,
  component: lazyRouteComponent(() => import("./screens/device-login-screen.tsx"), "DeviceLoginScreen"),
});

const loadReferenceScreens = () => import("./screens/reference-screen.tsx");
const reference = createRoute({
  getParentRoute: () => rootRoute,
  path: "/docs",
  component: lazyRouteComponent(loadReferenceScreens, "ReferenceScreen"),
});
const referencePart = createRoute({
  getParentRoute: () => rootRoute,
  path: "/docs/$part",
  component: lazyRouteComponent(loadReferenceScreens, "ReferencePartScreen"),
});

const loadSiteScreens = () => import("./screens/site-screens.tsx");

const createSiteRoute = <Path extends string>(
  path: Path,
  screen: keyof Awaited<ReturnType<typeof loadSiteScreens>>,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(loadSiteScreens, screen),
  });

/** The pages that the footer links to: about, terms, privacy, status and guides. */
const siteRoutes = [
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

/** The component gallery exists only in development builds. */
const gallery = createRoute({
  getParentRoute: () => rootRoute,
  path: "/_ui",
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import("../features/gallery/gallery-page.tsx"), "GalleryPage")
    : NotFoundScreen,
});

const routeTree = rootRoute.addChildren([
  landing,
  signInRoute("/signin"),
  signInRoute("/login"),
  register,
  forgot,
  reset,
  confirmEmail,
  providerReturn,
  marketplace,
  compare,
  developer,
  sharedChat,
  reference,
  referencePart,
  ...siteRoutes,
  gallery,
  sessionRoute.addChildren([
    agent,
    sideBySide,
    chats,
    dashboard,
    notifications,
    studio,
    upload,
    settings,
    settingsTab,
    consentReturn,
    deviceLogin,
  ]),
]);

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    // Nothing scrolls during prerendering, and scroll restoration would add an inline script.
    scrollRestoration: history === undefined,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** The Settings tab to open. The Settings screen moves it into the URL. */
    activeTab?: string;
    agentId?: number;
    agentName?: string;
  }
}
