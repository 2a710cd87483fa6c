import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";

/** Converts any value to a string, as n8n does. */
export function toText(value: JsonValue): string {
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Converts a value to a string. Returns `fallback` if it is null or undefined. */
export function getTextOr(fallback: string, value: JsonValue | undefined): string {
  return value === undefined || value === null ? fallback : toText(value);
}

/**
 * The largest index that can be set. Setting an index fills the list up to this index, so larger indexes are mistakes
 * or attacks.
 */
const FARTHEST_INDEX = 10_000;
/** The maximum number of parts of a path, which is more than items may be nested. */
const MOST_PARTS = 200;

const parsed = new Map<string, readonly string[]>();
/** The number of cached names. The cache is bounded because expressions may produce a different name for each item. */
const MAX_CACHED = 2_000;

/** Parses `a.b[0]["c d"]` into its parts. */
function splitPath(name: string): readonly string[] {
  const cached = parsed.get(name);
  if (cached) return cached;
  const parts: string[] = [];
  for (const [, plain, index, quoted] of name.matchAll(
    /([^.[\]]+)|\[(-?\d+)\]|\[["']((?:[^"'\\]|\\.)*)["']\]/g,
  ))
    parts.push(plain ?? index ?? quoted ?? "");
  const found = parts.length === 0 ? [name] : parts;
  if (found.length > MOST_PARTS) throw new Error(`The field '${name.slice(0, 80)}' has too many parts`);
  if (parsed.size < MAX_CACHED) parsed.set(name, found);
  return found;
}

/** Returns the path of a field. A field with the exact name takes precedence over a nested path. */
function findPath(json: JsonObject, name: string, dotNotation: boolean): readonly string[] {
  return !dotNotation || Object.hasOwn(json, name) ? [name] : splitPath(name);
}

function isRecord(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Sets an own property, even if its name is `__proto__`. */
function put(record: JsonObject, key: string, value: JsonValue): void {
  if (key === "__proto__")
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}

/** Returns the value of a field, or undefined if there is none. Ignores inherited properties. */
export function getField(json: JsonObject, name: string, dotNotation = true): JsonValue | undefined {
  let found: JsonValue | undefined = json;
  for (const part of findPath(json, name, dotNotation)) {
    if (found === null || typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = (found as JsonObject)[part];
  }
  return found;
}

/**
 * Returns a copy of the object in which a field is set. Changed parts are copied and the rest is shared, because items
 * are never mutated.
 */
export function withField(json: JsonObject, name: string, value: JsonValue, dotNotation = true): JsonObject {
  return withPart(json, findPath(json, name, dotNotation), 0, value, name) as JsonObject;
}

function withPart(
  whole: JsonValue | undefined,
  path: readonly string[],
  at: number,
  value: JsonValue,
  name: string,
): JsonValue {
  const part = path[at];
  if (part === undefined) return value;
  const isIndex = /^(0|[1-9]\d*)$/.test(part);
  if (Array.isArray(whole) || (isIndex && at > 0 && !isRecord(whole))) {
    if (!isIndex) return whole ?? [];
    const index = Number(part);
    const list = Array.isArray(whole) ? [...whole] : [];
    if (index > list.length + FARTHEST_INDEX)
      throw new Error(
        `The field '${name}' would create a list with more than ${FARTHEST_INDEX} empty entries`,
      );
    while (list.length < index) list.push(null);
    list[index] = withPart(list[index], path, at + 1, value, name);
    return list;
  }
  const record: JsonObject = isRecord(whole) ? { ...whole } : {};
  const inner = Object.hasOwn(record, part) ? record[part] : undefined;
  put(record, part, withPart(inner, path, at + 1, value, name));
  return record;
}

/** Returns a copy of the object without a field. */
export function withoutField(json: JsonObject, name: string, dotNotation = true): JsonObject {
  return withoutPart(json, findPath(json, name, dotNotation), 0) as JsonObject;
}

function withoutPart(whole: JsonValue, path: readonly string[], at: number): JsonValue {
  const part = path[at];
  if (part === undefined || whole === null || typeof whole !== "object" || !Object.hasOwn(whole, part))
    return whole;
  const isLast = at === path.length - 1;
  if (Array.isArray(whole)) {
    const list = [...whole];
    list[Number(part)] = isLast ? null : withoutPart(list[Number(part)] ?? null, path, at + 1);
    return list;
  }
  const record = { ...whole };
  if (isLast) delete record[part];
  else put(record, part, withoutPart(record[part] ?? null, path, at + 1));
  return record;
}

/** Returns the names in a list or in comma-separated text such as `a, b`, without empty names. */
export function parseFieldNames(value: JsonValue | undefined): string[] {
  const names = Array.isArray(value) ? value : getTextOr("", value).split(",");
  return names.map((name) => toText(name).trim()).filter((name) => name !== "");
}

/** Sets a property of a new object that is not shared yet. */
export function setOwn(record: JsonObject, key: string, value: JsonValue): void {
  put(record, key, value);
}
