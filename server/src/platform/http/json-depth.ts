/** Deeper than any request of ours or any table of an agent; recursive readers below overflow at some thousands. */
export const MAX_JSON_DEPTH = 64;

/**
 * Lists and objects in one request: a table of 20,000 rows. Each takes 2 microseconds to check, so that one request keeps
 * others waiting for 40 ms at most. Texts and numbers take far less and are bounded by the body's size.
 */
const MAX_JSON_CONTAINERS = 20_000;

/** What is too much of a request, in words. */
export const EXCESS_TEXTS = {
  depth: `The request is nested more than ${MAX_JSON_DEPTH} levels deep`,
  containers: `The request holds more than ${MAX_JSON_CONTAINERS.toLocaleString("en-US")} lists and objects. Send a large table as text, such as CSV`,
} as const;

/** Whether lists and objects lie in one another more than `limit` deep. Ends at the first that does. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  return measure(value, { depth: limit, containers: Number.POSITIVE_INFINITY }) === "depth";
}

/** Returns what is too much of a parsed value: how deep it is nested, or how many lists and objects it holds. */
export function excessOf(value: unknown): "depth" | "containers" | undefined {
  return measure(value, { depth: MAX_JSON_DEPTH, containers: MAX_JSON_CONTAINERS });
}

function measure(
  value: unknown,
  most: { depth: number; containers: number },
): "depth" | "containers" | undefined {
  let left = most.containers;
  /** Recursive, but never deeper than the limit. */
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
