import type { JsonValue } from "@stoa/runtime/protocol";

const parsed = new Map<string, readonly string[]>();

/** Paths are our own and few; a bound in case one is built from an author's text. */
const MAX_KEPT = 5_000;

/** `assignments.assignments[0].value` as its parts. */
function splitPath(path: string): readonly string[] {
  const known = parsed.get(path);
  if (known) return known;
  const parts = path.split(/[.[\]]+/).filter((part) => part !== "");
  if (parsed.size < MAX_KEPT) parsed.set(path, parts);
  return parts;
}

/** What lies under a path of plain data. Nothing inherited is found. */
export function getValueAtPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value;
  for (const part of splitPath(path)) {
    if (found === null || typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = (found as { [key: string]: JsonValue })[part];
  }
  return found;
}

/** Lists and records of a file that hold no expression, and those that do. They are frozen, so it stays true. */
const holdsExpressions = new WeakMap<object, boolean>();

/** Whether a value of the file is to be evaluated, or anything within it. */
export function hasExpressions(value: JsonValue): boolean {
  if (typeof value === "string") return value.startsWith("=");
  if (value === null || typeof value !== "object") return false;
  const known = holdsExpressions.get(value);
  if (known !== undefined) return known;
  const holds = Object.values(value).some(hasExpressions);
  holdsExpressions.set(value, holds);
  return holds;
}
