import type { JsonValue } from "@stoa/runtime/protocol";

/** An argument of the sandbox as text: what is none is written as JSON. */
export function cutText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
