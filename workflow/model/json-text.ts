import type { JsonValue } from "@stoa/runtime/protocol";

/** Returns a value as text: null and undefined are "", lists and objects are JSON. */
export function toText(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
