import type { JsonValue } from "@stoa/runtime/protocol";

/** A value as text: nothing is "", lists and objects are written as JSON. */
export function toText(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
