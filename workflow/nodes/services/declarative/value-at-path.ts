import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";

/** Returns the value at a path such as `paging.next.after`, or undefined. Ignores inherited properties. */
export function getAtPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value;
  for (const part of path.split(".")) {
    if (found === null || typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = (found as JsonObject)[part];
  }
  return found;
}
