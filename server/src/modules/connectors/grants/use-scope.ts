import type { ConnectorUse } from "@stoa/contract";
import { coversPath, matchesPath } from "./path-pattern.ts";

/** Methods and paths: what an agent declares of a service, or what a person has allowed it. */
export type UseScope = Pick<ConnectorUse, "methods" | "paths">;

/** Whether one call lies within the scope. */
export function includesCall(scope: UseScope, method: string, path: string): boolean {
  return (
    scope.methods.some((allowed) => allowed === method) &&
    scope.paths.some((pattern) => matchesPath(pattern, path))
  );
}

/**
 * Whether everything that is wanted was given. Each wanted path must lie within a single given one: where several
 * given ones would have to add up, the answer is no, and the person is asked once more than needed.
 */
export function coversScope(given: UseScope, wanted: UseScope): boolean {
  return (
    wanted.methods.every((method) => given.methods.includes(method)) &&
    wanted.paths.every((path) => given.paths.some((pattern) => coversPath(pattern, path)))
  );
}

/** Whether both say the same, in whatever order. */
export function sameScope(one: UseScope, other: UseScope): boolean {
  return sameItems(one.methods, other.methods) && sameItems(one.paths, other.paths);
}

function sameItems(some: readonly string[], others: readonly string[]): boolean {
  const [left, right] = [new Set(some), new Set(others)];
  return left.size === right.size && [...left].every((item) => right.has(item));
}
