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

/** Returns what an agent does with a service: "read", "read, send and delete". */
export function verbsOf(methods: readonly ConnectorMethod[]): string {
  const named = new Set(methods.map((method) => VERBS[method]));
  return joined([...new Set(Object.values(VERBS))].filter((verb) => named.has(verb)));
}

/**
 * Returns the methods and paths of a use: "POST /chat.postMessage". Returns null if the agent may read every path and
 * change nothing.
 */
export function scopeOf({ methods, paths }: Scope): string | null {
  const anywhere = paths.includes(ANY_PATH);
  if (anywhere && verbsOf(methods) === "read") return null;
  return `${methods.join(", ")} ${anywhere ? "on any path" : paths.join(", ")}`;
}

/** Returns the verbs and the scope of a use: "read", "send: POST /chat.postMessage". */
export function describeUse(use: Scope): string {
  const scope = scopeOf(use);
  return scope === null ? verbsOf(use.methods) : `${verbsOf(use.methods)}: ${scope}`;
}
