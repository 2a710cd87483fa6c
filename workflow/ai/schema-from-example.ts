import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";

/** The schema that an example follows: every field of it, of lists the first entry's form. */
export function schemaFromExample(example: JsonValue, allRequired: boolean): JsonObject {
  if (Array.isArray(example)) {
    const [first] = example;
    return first === undefined
      ? { type: "array" }
      : { type: "array", items: schemaFromExample(first, allRequired) };
  }
  if (isObject(example)) {
    const names = Object.keys(example);
    return {
      type: "object",
      properties: Object.fromEntries(
        names.map((name) => [name, schemaFromExample(example[name] ?? null, allRequired)]),
      ),
      ...(allRequired && { required: names }),
    };
  }
  return example === null ? { type: "null" } : { type: typeof example };
}
