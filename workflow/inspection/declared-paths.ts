import { LIMITS } from "@stoa/contract/limits";

/** The grant pattern for all paths. */
export const ANY_PATH = "/**";

const ANY_REST = "/**";

/** Returns whether `other` is a wildcard path that includes `path`. */
const isWithin = (path: string, other: string) =>
  path !== other && other.endsWith(ANY_REST) && `${path}/`.startsWith(other.slice(0, -2));

/**
 * Returns the paths that no wildcard path includes, or the pattern for all paths if too many remain for a person to
 * review.
 */
export function mergePathPatterns(paths: ReadonlySet<string>): string[] {
  const all = [...paths].sort();
  const needed = all.filter((path) => !all.some((other) => isWithin(path, other)));
  return needed.length > LIMITS.connectorPathsMax ? [ANY_PATH] : needed;
}
