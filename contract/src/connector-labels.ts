import type { ConnectorMethod, ConnectorUse } from "./connectors.ts";

const VERBS: Record<ConnectorMethod, string> = {
  GET: "read",
  HEAD: "read",
  POST: "send",
  PUT: "change",
  PATCH: "change",
  DELETE: "delete",
};
const ANY_PATH = "/**";

type Scope = Pick<ConnectorUse, "methods" | "paths">;

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** What an agent does with a service, for people: "read", "read, send and delete". */
export function verbsOf(methods: readonly ConnectorMethod[]): string {
  const named = new Set(methods.map((method) => VERBS[method]));
  return joined([...new Set(Object.values(VERBS))].filter((verb) => named.has(verb)));
}

/** Where it does so: "POST /chat.postMessage". Nothing where it only reads, and may read all. */
export function scopeOf({ methods, paths }: Scope): string | null {
  const anywhere = paths.includes(ANY_PATH);
  if (anywhere && verbsOf(methods) === "read") return null;
  return `${methods.join(", ")} ${anywhere ? "on any path" : paths.join(", ")}`;
}

/** Both in one: "read", "send: POST /chat.postMessage". */
export function describeUse(use: Scope): string {
  const scope = scopeOf(use);
  return scope === null ? verbsOf(use.methods) : `${verbsOf(use.methods)}: ${scope}`;
}
