import type { JsonValue } from "../../protocol/index.ts";

/** An answer nested deeper than this is refused: what reads it later (databases, JSON.stringify) recurses. */
export const DEEPEST_JSON = 100;

/** An agent wrote a value that cannot be kept. */
export class UnusableJson extends Error {}

/** Text that every store takes: U+0000 and lone surrogates become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/**
 * A parsed value as JSON that survives storing. Numbers beyond a double's range become null.
 * Throws UnusableJson when it is nested deeper than DEEPEST_JSON.
 */
export function toStorableJson(value: unknown, depth = 0): JsonValue {
  if (depth > DEEPEST_JSON) throw new UnusableJson("nested too deeply");
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return toStorableText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => toStorableJson(item, depth + 1));
  if (typeof value === "object") {
    // fromEntries defines its keys, so that "__proto__" is a key like any other.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [toStorableText(key), toStorableJson(item, depth + 1)]),
    );
  }
  throw new UnusableJson("not a JSON value");
}
