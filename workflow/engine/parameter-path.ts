import type { JsonValue } from "@stoa/runtime/protocol";

const parsed = new Map<string, readonly string[]>();

/**
 * The maximum number of cached paths. Stoa's own code has few; the limit is for paths that contain an author's text.
 */
const MAX_CACHED = 5_000;

/** Splits `assignments.assignments[0].value` into its parts. */
function splitPath(path: string): readonly string[] {
  const cached = parsed.get(path);
  if (cached) return cached;
  const parts = path.split(/[.[\]]+/).filter((part) => part !== "");
  if (parsed.size < MAX_CACHED) parsed.set(path, parts);
  return parts;
}

/** Returns the value at a path in plain data, or undefined if the path does not exist. Ignores inherited properties. */
export function getValueAtPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value;
  for (const part of splitPath(path)) {
    if (found === null || typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = (found as { [key: string]: JsonValue })[part];
  }
  return found;
}

/** Whether lists and objects of a file contain an expression. They are frozen, so the cached result stays correct. */
const holdsExpressions = new WeakMap<object, boolean>();

/** Returns whether a value of the file is an expression or contains one. */
export function hasExpressions(value: JsonValue): boolean {
  if (typeof value === "string") return value.startsWith("=");
  if (value === null || typeof value !== "object") return false;
  const cached = holdsExpressions.get(value);
  if (cached !== undefined) return cached;
  const holds = Object.values(value).some(hasExpressions);
  holdsExpressions.set(value, holds);
  return holds;
}
