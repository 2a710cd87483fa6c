import { LIMITS } from "../limits.ts";

/** What an id in a path names, by the part of the path before it. */
const IDS: Readonly<Record<string, string>> = {
  agent: "The agent's number",
  agents: "The agent's number",
  "api-keys": "The key's id",
  connectors: "The connector's id",
  consent: "The name of the service",
  deliveries: "The delivery's id",
  developers: "The developer's user name",
  download: "The template's id",
  grants: "The grant's id",
  history: "The movement's id",
  "linked-sign-ins": "Who knows the person",
  notifications: "The notification's id",
  reviews: "The review's id",
  runs: "The run's id",
  schedules: "The schedule's id",
  "sign-in": "Who knows the person",
  versions: "The version's number",
  webhooks: "The webhook's id",
};

/** What parameters of a query mean wherever they occur. */
const QUERY: Readonly<Record<string, string>> = {
  agent: "An agent's name, or a part of it",
  agent_id: "An agent's number",
  category: "One category of agents; empty or `all` is every one",
  cursor: "`next_cursor` of the page before",
  days: "How many UTC days, today included",
  format: "`csv` answers with a file of comma-separated values",
  framework: "One framework; empty or `all` is every one",
  from: "The first UTC day, or the version to compare with",
  kind: "One kind of movement",
  limit: `How many at most on a page, 1 to ${LIMITS.pageMax}`,
  offset: "How many to pass over; a cursor is faster",
  period: "How far back",
  pricing: "`free` or `paid`; empty or `all` is both",
  search: "Words to look for",
  sort: "The order of the list",
  status: "One status",
  to: "The last UTC day",
};

/** What a parameter means that the contract does not describe where it declares it. */
export function parameterWords(path: string, name: string, place: string): string | undefined {
  if (place !== "path") return QUERY[name];
  const parts = path.split("/");
  return IDS[parts[parts.indexOf(`{${name}}`) - 1] ?? ""];
}
