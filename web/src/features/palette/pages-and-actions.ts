import type { ActionEntry, PageEntry } from "./palette-entry.ts";

const createPage = (label: string, href: string, words = ""): PageEntry => ({
  kind: "page",
  id: href,
  label,
  words,
  href,
});

const OPEN_PAGES = [
  createPage("Marketplace", "/marketplace", "agents store browse search"),
  createPage("Getting Started", "/guides/getting-started", "guide help first run tutorial"),
  createPage("Documentation", "/guides", "guides tutorials docs help"),
  createPage("API Reference", "/docs", "documentation calls sdk"),
  createPage("Status", "/status", "server health uptime"),
];

const OWN_PAGES = [
  createPage("Dashboard", "/dashboard", "home account credits balance"),
  createPage("Chats", "/chats", "conversations messages talk history"),
  createPage("Developer Studio", "/developer-studio", "my agents earnings revenue analytics"),
  createPage("Test Playground", "/developer-studio?open=playground", "try my agent studio"),
  createPage("My favorites", "/marketplace?favourites=true", "saved marked hearts agents"),
  createPage("Notifications", "/notifications", "news unread bell"),
  createPage("Usage Logs", "/settings/logs", "runs history calls cost settings"),
  createPage("API Connectors", "/settings/connectors", "services slack github settings"),
  createPage("What Agents Remember", "/settings/memory", "memory privacy personal data forget settings"),
  createPage("API Access", "/settings/api", "key keys sdk settings"),
  createPage("Schedules", "/settings/api?part=schedules", "cron recurring runs settings"),
  createPage("Webhooks", "/settings/api?part=webhooks", "events deliveries endpoints settings"),
  createPage("Billing", "/settings/billing", "wallet receipts invoices statements settings"),
  createPage("Plans", "/settings/plans", "upgrade creator business price settings"),
  createPage("Settings", "/settings", "profile email password general"),
];

/** Returns the screens that the palette can open. */
export function listPages(signedIn: boolean): readonly PageEntry[] {
  return signedIn ? [...OPEN_PAGES, ...OWN_PAGES] : OPEN_PAGES;
}

interface ActionChoice {
  readonly signedIn: boolean;
  readonly theme: "light" | "dark";
  /** Whether the key is already loaded: copying must not wait for a fetch. */
  readonly hasApiKey: boolean;
}

/** Returns the actions of the palette. */
export function listActions({ signedIn, theme, hasApiKey }: ActionChoice): readonly ActionEntry[] {
  const createAction = (id: ActionEntry["id"], label: string, words: string): ActionEntry => ({
    kind: "action",
    id,
    label,
    words,
  });
  const other = theme === "dark" ? "light" : "dark";
  const look = createAction("theme", `Use the ${other} theme`, "mode colors appearance");
  if (!signedIn)
    return [
      createAction("sign-in", "Sign In", "login account"),
      createAction("register", "Sign Up", "register account"),
      look,
    ];
  return [
    createAction("upload", "Upload an agent", "new create deploy publish"),
    ...(hasApiKey ? [createAction("copy-key", "Copy API key", "clipboard secret")] : []),
    createAction("mark-all-read", "Mark all notifications read", "clear bell"),
    look,
    createAction("sign-out", "Sign Out", "logout leave"),
  ];
}
