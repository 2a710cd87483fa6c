import { SCOPE_TEXTS, SCOPES, type Scope } from "@stoa/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { listMessages } from "./messages.ts";
import { STORE_TOOLS } from "./tools/store-tools.ts";

const READING_TOOLS = new Set<unknown>([STORE_TOOLS.search, STORE_TOOLS.describe]);

/** Returns the scope that a message needs; undefined if every key may send it. */
function getNeededScope({ method, params }: ReturnType<typeof listMessages>[number]): Scope | undefined {
  if (method === "tools/call") return READING_TOOLS.has(params?.name) ? "read" : "run";
  if (method === "resources/read" || method === "resources/list") return "read";
  return undefined;
}

/**
 * Requires the scopes for a message, or for every message of a batch, which protocol 2025-03-26 allows.
 * @throws AppError 403 that names the missing scope
 */
export function requireScopes({ keyId, scopes, resource }: Caller, body: unknown): void {
  if (keyId === undefined || scopes === undefined) return;
  for (const message of listMessages(body)) {
    const scope = getNeededScope(message);
    if (scope === undefined || scopes.includes(scope)) continue;
    // An app signs in again for the scopes that are named here, and would lose those that it already has.
    const needed =
      resource === undefined ? [scope] : SCOPES.filter((one) => one === scope || scopes.includes(one));
    throw new AppError(403, "insufficient_scope", SCOPE_TEXTS.missing(scope), {
      headers: {
        "www-authenticate": `Bearer realm="stoa", error="insufficient_scope", scope="${needed.join(" ")}"`,
      },
    });
  }
}
