import type { JsonValue } from "@stoa/runtime/protocol";

/** Returns an argument of the sandbox as text. Values that are not text are written as JSON. */
export function cutText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
