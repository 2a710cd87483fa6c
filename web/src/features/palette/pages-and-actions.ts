import type { ActionEntry, PageEntry } from "./palette-entry.ts";

const page = (label: string, href: string, words = ""): PageEntry => ({
  kind: "page",
  id: href,
  label,
  words,
  href,
});

const OPEN_PAGES = [
  page("Marketplace", "/marketplace", "agents store browse search"),
  page("Getting Started", "/guides/getting-started", "guide help first run tutorial"),
  page("Documentation", "/guides", "guides tutorials docs help"),
  page("API Reference", "/docs", "documentation calls sdk"),
  page("Status", "/status", "server health uptime"),
];

const OWN_PAGES = [
  page("Dashboard", "/dashboard", "home account credits balance"),
  page("Developer Studio", "/developer-studio", "my agents earnings revenue analytics"),
  page("Test Playground", "/developer-studio?open=playground", "try my agent studio"),
  page("My favourites", "/marketplace?favourites=true", "saved marked hearts agents"),
  page("Notifications", "/notifications", "news unread bell"),
  page("Usage Logs", "/settings/logs", "runs history calls cost settings"),
  page("API Connectors", "/settings/connectors", "services slack github settings"),
  page("API Access", "/settings/api", "key keys sdk settings"),
  page("Schedules", "/settings/api?part=schedules", "cron recurring runs settings"),
  page("Webhooks", "/settings/api?part=webhooks", "events deliveries endpoints settings"),
  page("Billing", "/settings/billing", "wallet receipts invoices statements settings"),
  page("Plans", "/settings/plans", "upgrade creator business price settings"),
  page("Settings", "/settings", "profile email password general"),
];

/** Returns the screens that the palette can open. */
export function pagesFor(signedIn: boolean): readonly PageEntry[] {
  return signedIn ? [...OPEN_PAGES, ...OWN_PAGES] : OPEN_PAGES;
}

interface ActionChoice {
  readonly signedIn: boolean;
  readonly theme: "light" | "dark";
  /** Whether the key is already loaded: copying must not wait for a fetch. */
  readonly hasApiKey: boolean;
}

/** Returns the actions of the palette. */
export function actionsFor({ signedIn, theme, hasApiKey }: ActionChoice): readonly ActionEntry[] {
  const action = (id: ActionEntry["id"], label: string, words: string): ActionEntry => ({
    kind: "action",
    id,
    label,
    words,
  });
  const other = theme === "dark" ? "light" : "dark";
  const look = action("theme", `Use the ${other} theme`, "mode colours appearance");
  if (!signedIn)
    return [
      action("sign-in", "Sign In", "login account"),
      action("register", "Sign Up", "register account"),
      look,
    ];
  return [
    action("upload", "Upload an agent", "new create deploy publish"),
    ...(hasApiKey ? [action("copy-key", "Copy API key", "clipboard secret")] : []),
    action("mark-all-read", "Mark all notifications read", "clear bell"),
    look,
    action("sign-out", "Sign Out", "logout leave"),
  ];
}
