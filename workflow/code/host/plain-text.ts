import type { JsonValue } from "@stoa/runtime/protocol";

/** Returns an argument from the sandbox as a string. Values other than strings become JSON. */
export function cutText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
