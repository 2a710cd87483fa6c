import { SCOPES, type Scope } from "@stoa/contract";

/** Returns the scopes that this version knows, in the order of the contract. */
export function filterKnownScopes(stored: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => stored.includes(scope));
}
