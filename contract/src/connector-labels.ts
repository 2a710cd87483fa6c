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

function joinWithAnd(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Returns the verbs for an agent's use of a service: "read", "read, send and delete". */
export function formatMethods(methods: readonly ConnectorMethod[]): string {
  const named = new Set(methods.map((method) => VERBS[method]));
  return joinWithAnd([...new Set(Object.values(VERBS))].filter((verb) => named.has(verb)));
}

/**
 * Returns the methods and paths that an agent declares: "POST /chat.postMessage". Returns null if the agent may read
 * every path and change nothing.
 */
export function formatScope({ methods, paths }: Scope): string | null {
  const anywhere = paths.includes(ANY_PATH);
  if (anywhere && formatMethods(methods) === "read") return null;
  return `${methods.join(", ")} ${anywhere ? "on any path" : paths.join(", ")}`;
}

/** Returns the verbs, methods and paths that an agent declares: "read", "send: POST /chat.postMessage". */
export function describeUse(use: Scope): string {
  const scope = formatScope(use);
  return scope === null ? formatMethods(use.methods) : `${formatMethods(use.methods)}: ${scope}`;
}
