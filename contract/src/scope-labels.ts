/** The permissions of an API key. A route names the scope that it needs; a route without one needs a session. */
export const SCOPES = [
  "read",
  "run",
  "agents:write",
  "connectors:write",
  "webhooks:write",
  "account:write",
  "billing:read",
] as const;

export type Scope = (typeof SCOPES)[number];

/** The default scopes of a key. They allow what every key could do before scopes existed: run and publish agents. */
export const DEFAULT_SCOPES: readonly Scope[] = ["read", "run", "agents:write", "billing:read"];

/** The permissions that each scope grants, for screens and the reference. */
export const SCOPE_LABELS: Readonly<Record<Scope, { readonly title: string; readonly opens: string }>> = {
  read: {
    title: "Read",
    opens:
      "Agents, runs with their traces, usage, schedules, webhooks, connectors, notifications and favorites",
  },
  run: { title: "Run agents", opens: "Start, estimate, share and cancel runs, now and on a schedule" },
  "agents:write": {
    title: "Publish agents",
    opens: "Upload, change and withdraw your agents and their versions, and answer reviews",
  },
  "connectors:write": {
    title: "Manage connectors",
    opens: "Add, change, test and delete connectors, and allow agents to use them",
  },
  "webhooks:write": {
    title: "Manage webhooks",
    opens: "Add, change, test and delete webhooks, and send events again",
  },
  "account:write": {
    title: "Act for you",
    opens: "Write reviews, mark notifications and favorites, and change which run contents are stored",
  },
  "billing:read": {
    title: "Read billing",
    opens: "Balance, history, receipts, statements, earnings and spending limits",
  },
};

export const SCOPE_TEXTS = {
  missing: (scope: Scope) =>
    `This API key lacks the scope ${scope}. Add the scope to the key in Settings, or use a key that has it.`,
  sessionNeeded: "An API key cannot do this. Sign in and send the session's access token as a bearer token.",
  invalidKey: "This API key is not valid. Check it, or create another key in Settings.",
  keyNeeded: "An API key is required. Send it in the header X-API-Key, or as a bearer token.",
} as const;
