import type { JsonObject } from "./item.ts";

/** A record of JSON: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
