import type { JsonValue } from "../../protocol/index.ts";

/**
 * The maximum nesting depth. Deeper answers are refused, because databases and JSON.stringify process them recursively.
 */
export const DEEPEST_JSON = 100;

/** An agent returned a value that cannot be stored. */
export class UnusableJson extends Error {}

/** Returns text that can be stored: U+0000 and lone surrogates become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/**
 * Returns a parsed value as JSON that can be stored. Numbers beyond the range of a double become null.
 * @throws UnusableJson if the value is nested deeper than DEEPEST_JSON or contains something other than JSON values
 */
export function toStorableJson(value: unknown, depth = 0): JsonValue {
  if (depth > DEEPEST_JSON) throw new UnusableJson("nested too deeply");
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return toStorableText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => toStorableJson(item, depth + 1));
  if (typeof value === "object") {
    // fromEntries defines its keys, so that "__proto__" is an ordinary key.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [toStorableText(key), toStorableJson(item, depth + 1)]),
    );
  }
  throw new UnusableJson("not a JSON value");
}
