import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../model/item.ts";
import { setOwn } from "../core/fields/field-path.ts";

/** The maximum nesting depth of items, which is also DEEPEST_ITEM in the engine. */
const DEEPEST = 200;

/**
 * Converts a library's output to JSON. Dates become strings, and inherited properties are dropped.
 * @throws Error if the output is nested too deeply
 */
export function toPlainJson(value: unknown, depth = 0): JsonValue {
  if (depth > DEEPEST) throw new Error(`The data is nested more than ${DEEPEST} levels deep`);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map((entry) => toPlainJson(entry, depth + 1));
  return typeof value === "object" ? toPlainRecord(value, depth) : null;
}

/** Converts a library's object to the `json` of an item. */
export function toPlainRecord(value: object, depth = 0): JsonObject {
  const record: JsonObject = {};
  for (const [key, entry] of Object.entries(value))
    if (entry !== undefined && typeof entry !== "function")
      setOwn(record, key, toPlainJson(entry, depth + 1));
  return record;
}
