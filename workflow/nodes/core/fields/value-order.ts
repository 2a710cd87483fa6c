import type { JsonValue } from "@stoa/runtime/protocol";
import { toEqualityKey } from "../merge/match-fields.ts";

/** Converts a value to a number as JavaScript does: a list by its text, such as "5" for `[5]`. */
function toNumber(value: JsonValue | undefined): number {
  if (!Array.isArray(value)) return value !== null && typeof value === "object" ? Number.NaN : Number(value);
  if (value.length > 1) return Number.NaN;
  return value[0] === undefined || value[0] === null ? 0 : toNumber(value[0]);
}

/**
 * Compares two values for sorting. As in n8n, a value that is neither equal nor smaller is larger, even if the two
 * cannot be compared, such as a number and a missing value. The order of such values depends on their input order.
 */
export function compareValues(one: JsonValue | undefined, other: JsonValue | undefined): number {
  if (one === other) return 0;
  if (one !== undefined && other !== undefined && toEqualityKey(one) === toEqualityKey(other)) return 0;
  const isText = typeof one === "string" && typeof other === "string";
  return (isText ? one < other : toNumber(one) < toNumber(other)) ? -1 : 1;
}
