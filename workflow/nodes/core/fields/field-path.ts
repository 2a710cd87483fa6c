import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";

/** Text of any value, as n8n writes it. */
export function toText(value: JsonValue): string {
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A text that the file gives, or what is meant where it gives none. */
export function getTextOr(fallback: string, value: JsonValue | undefined): string {
  return value === undefined || value === null ? fallback : toText(value);
}

/** A list is filled up to an index that is set; far ones are a slip or an attack. */
const FARTHEST_INDEX = 10_000;
/** Deeper than items may be nested. */
const MOST_PARTS = 200;

const parsed = new Map<string, readonly string[]>();
/** Names come from the file, or from an expression for each item: then they are not worth keeping. */
const MOST_KEPT = 2_000;

/** `a.b[0]["c d"]` as its parts. */
function partsOf(name: string): readonly string[] {
  const known = parsed.get(name);
  if (known) return known;
  const parts: string[] = [];
  for (const [, plain, index, quoted] of name.matchAll(
    /([^.[\]]+)|\[(-?\d+)\]|\[["']((?:[^"'\\]|\\.)*)["']\]/g,
  ))
    parts.push(plain ?? index ?? quoted ?? "");
  const found = parts.length === 0 ? [name] : parts;
  if (found.length > MOST_PARTS) throw new Error(`The field '${name.slice(0, 80)}' has too many parts`);
  if (parsed.size < MOST_KEPT) parsed.set(name, found);
  return found;
}

/** A field of the very name goes before one that the dots lead to. */
function pathIn(json: JsonObject, name: string, dotNotation: boolean): readonly string[] {
  return !dotNotation || Object.hasOwn(json, name) ? [name] : partsOf(name);
}

function isRecord(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Makes a field of the object's own, whatever its name. */
function put(record: JsonObject, key: string, value: JsonValue): void {
  if (key === "__proto__")
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}

/** The value of a field; nothing inherited is found. */
export function getField(json: JsonObject, name: string, dotNotation = true): JsonValue | undefined {
  let found: JsonValue | undefined = json;
  for (const part of pathIn(json, name, dotNotation)) {
    if (found === null || typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = (found as JsonObject)[part];
  }
  return found;
}

/** The object with a field set. What is changed is copied, the rest shared: items are never changed in place. */
export function withField(json: JsonObject, name: string, value: JsonValue, dotNotation = true): JsonObject {
  return withPart(json, pathIn(json, name, dotNotation), 0, value, name) as JsonObject;
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
      throw new Error(`The field '${name}' would leave a list with more than ${FARTHEST_INDEX} empty places`);
    while (list.length < index) list.push(null);
    list[index] = withPart(list[index], path, at + 1, value, name);
    return list;
  }
  const record: JsonObject = isRecord(whole) ? { ...whole } : {};
  const inner = Object.hasOwn(record, part) ? record[part] : undefined;
  put(record, part, withPart(inner, path, at + 1, value, name));
  return record;
}

/** The object without a field. */
export function withoutField(json: JsonObject, name: string, dotNotation = true): JsonObject {
  return withoutPart(json, pathIn(json, name, dotNotation), 0) as JsonObject;
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

/** A list of names as people write it: `a, b`. Lists are taken as they are. */
export function parseFieldNames(value: JsonValue | undefined): string[] {
  const names = Array.isArray(value) ? value : getTextOr("", value).split(",");
  return names.map((name) => toText(name).trim()).filter((name) => name !== "");
}

/** Sets the field of a new object that nobody else has yet. */
export function setOwn(record: JsonObject, key: string, value: JsonValue): void {
  put(record, key, value);
}
