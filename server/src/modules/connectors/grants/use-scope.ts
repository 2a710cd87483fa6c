import type { ConnectorUse } from "@stoa/contract";
import { coversPath, matchesPath } from "./path-pattern.ts";

/** The methods and paths that an agent declares for a service, or that a user has allowed. */
export type UseScope = Pick<ConnectorUse, "methods" | "paths">;

/** Returns whether a call is within the scope. */
export function isCallInScope(scope: UseScope, method: string, path: string): boolean {
  return (
    scope.methods.some((allowed) => allowed === method) &&
    scope.paths.some((pattern) => matchesPath(pattern, path))
  );
}

/**
 * Returns whether everything requested was granted. Each requested path must be within a single granted path: if
 * several granted paths would have to be combined, the answer is no, and the user is asked once more than necessary.
 */
export function coversScope(given: UseScope, wanted: UseScope): boolean {
  return (
    wanted.methods.every((method) => given.methods.includes(method)) &&
    wanted.paths.every((path) => given.paths.some((pattern) => coversPath(pattern, path)))
  );
}

/** Returns whether both scopes are equal, in any order. */
export function isSameScope(one: UseScope, other: UseScope): boolean {
  return hasSameItems(one.methods, other.methods) && hasSameItems(one.paths, other.paths);
}

function hasSameItems(some: readonly string[], others: readonly string[]): boolean {
  const [left, right] = [new Set(some), new Set(others)];
  return left.size === right.size && [...left].every((item) => right.has(item));
}
