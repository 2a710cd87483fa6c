import { LIMITS } from "../limits.ts";

/** The object that an ID in a path names, by the preceding part of the path. */
const IDS: Readonly<Record<string, string>> = {
  agent: "ID of the agent",
  agents: "ID of the agent",
  "api-keys": "ID of the key",
  apps: "ID of the connected app",
  connectors: "ID of the connector",
  consent: "Name of the service",
  conversations: "ID of the conversation",
  deliveries: "ID of the delivery",
  developers: "Username of the developer",
  download: "ID of the template",
  files: "ID of the file",
  grants: "ID of the grant",
  history: "ID of the wallet entry",
  "linked-sign-ins": "Provider of the sign-in",
  notifications: "ID of the notification",
  "publishable-keys": "ID of the key",
  "remembered-values": "ID of the agent",
  reviews: "ID of the review",
  runs: "ID of the run",
  schedules: "ID of the schedule",
  secrets: "Name of the secret",
  "shared-conversations": "Token at the end of the shared link",
  "shared-runs": "Token at the end of the shared link",
  "sign-in": "Provider of the sign-in",
  uploads: "ID of the upload",
  versions: "Version number",
  webhooks: "ID of the webhook",
};

/** The meaning of query parameters wherever they occur. */
const QUERY: Readonly<Record<string, string>> = {
  agent: "Name of an agent, or a part of it",
  agent_id: "ID of an agent",
  category: "Category; empty or `all` means every category",
  cursor: "`next_cursor` of the previous page",
  days: "Number of UTC days, including today",
  format: "Format of the response",
  framework: "Framework; empty or `all` means every framework",
  from: "First UTC day, or the version to compare with",
  kind: "Kind of wallet entry",
  limit: `Maximum number of items per page, 1 to ${LIMITS.pageMax}`,
  offset: "Number of items to skip; a cursor is faster",
  period: "Time range, up to now",
  pricing: "`free` or `paid`; empty or `all` means both",
  search: "Search terms",
  sort: "Sort order",
  status: "Status",
  to: "Last UTC day",
};

/** Returns the description of a parameter whose schema has none. */
export function describeParameter(path: string, name: string, location: string): string | undefined {
  if (location !== "path") return QUERY[name];
  const parts = path.split("/");
  return IDS[parts[parts.indexOf(`{${name}}`) - 1] ?? ""];
}
