import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../model/item.ts";

/** JSON Schema that an example of an object follows. */
export function schemaOfExample(example: JsonValue): JsonObject {
  if (example === null) return {};
  if (Array.isArray(example)) {
    const [first] = example;
    return { type: "array", ...(first !== undefined && { items: schemaOfExample(first) }) };
  }
  if (typeof example !== "object") return { type: typeof example };
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, schemaOfExample(value)]),
    ),
    required: Object.keys(example),
  };
}
