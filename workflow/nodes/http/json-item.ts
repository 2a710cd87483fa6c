import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../model/item.ts";

/**
 * A value as an item's `json`. n8n makes an item of whatever a server's list holds, numbers and lists too;
 * only null becomes an empty one.
 */
export function jsonItem(value: JsonValue): JsonObject {
  return (value ?? {}) as JsonObject;
}
