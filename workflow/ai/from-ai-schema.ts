import type { FromAiField } from "../expressions/index.ts";
import type { JsonObject } from "../model/item.ts";

/** What a model is asked for, as the schema of a tool's arguments. */
export function schemaOfFromAi(fields: readonly FromAiField[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ key, description, type }): [string, JsonObject] => [
        key,
        {
          // A record or a list: JSON Schema says that by naming both.
          type: type === "json" ? ["object", "array"] : type,
          ...(description !== undefined && { description }),
        },
      ]),
    ),
    required: fields.filter(({ fallback }) => fallback === undefined).map(({ key }) => key),
  };
}
