/**
 * The maximum nesting depth of a request. Our requests and agents' tables are less deep, and recursive code that
 * handles them later overflows only at several thousand levels.
 */
export const MAX_JSON_DEPTH = 64;

/**
 * The maximum number of lists and objects in one request: a table of 20,000 rows. Each takes 2 microseconds to check,
 * so one request blocks others for at most 40 ms. Strings and numbers take far less time and are limited by the size
 * of the body.
 */
const MAX_JSON_CONTAINERS = 20_000;

/** The error messages for requests that exceed a limit. */
export const EXCESS_TEXTS = {
  depth: `The request body must not be nested more than ${MAX_JSON_DEPTH} levels deep`,
  containers: `The request body has more than ${MAX_JSON_CONTAINERS.toLocaleString("en-US")} arrays and objects. Send large tables as text, such as CSV`,
} as const;

/**
 * Returns whether lists and objects are nested more than `limit` deep. Stops at the first value that exceeds the limit.
 */
export function isDeeperThan(value: unknown, limit: number): boolean {
  return measure(value, { depth: limit, containers: Number.POSITIVE_INFINITY }) === "depth";
}

/** Returns which limit a parsed value exceeds: its depth, or its number of lists and objects. */
export function findExcess(value: unknown): "depth" | "containers" | undefined {
  return measure(value, { depth: MAX_JSON_DEPTH, containers: MAX_JSON_CONTAINERS });
}

function measure(
  value: unknown,
  most: { depth: number; containers: number },
): "depth" | "containers" | undefined {
  let left = most.containers;
  /** Walks through a value. The recursion is never deeper than the limit. */
  const walk = (item: unknown, depth: number): "depth" | "containers" | undefined => {
    if (typeof item !== "object" || item === null) return undefined;
    if (depth >= most.depth) return "depth";
    left -= 1;
    if (left < 0) return "containers";
    for (const inner of Array.isArray(item) ? item : Object.values(item)) {
      if (typeof inner !== "object") continue;
      const excess = walk(inner, depth + 1);
      if (excess) return excess;
    }
    return undefined;
  };
  return walk(value, 0);
}
