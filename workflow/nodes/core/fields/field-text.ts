import type { JsonValue } from "@stoa/runtime/protocol";

/** Text of any value, as n8n writes it. */
export function asText(value: JsonValue): string {
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A text that the file gives, or what is meant where it gives none. */
export function textOr(fallback: string, value: JsonValue | undefined): string {
  return value === undefined || value === null ? fallback : asText(value);
}
