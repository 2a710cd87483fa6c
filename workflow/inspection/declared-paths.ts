import { LIMITS } from "@stoa/contract/limits";

/** As grants name every path. */
export const ANY_PATH = "/**";

const ANY_REST = "/**";

/** Whether a path lies within another that stands for any rest. */
const isWithin = (path: string, other: string) =>
  path !== other && other.endsWith(ANY_REST) && `${path}/`.startsWith(other.slice(0, -2));

/** What nodes ask of a service, in as few paths as a person reads before they allow them. */
export function mergePathPatterns(paths: ReadonlySet<string>): string[] {
  const all = [...paths].sort();
  const needed = all.filter((path) => !all.some((other) => isWithin(path, other)));
  return needed.length > LIMITS.connectorPathsMax ? [ANY_PATH] : needed;
}
