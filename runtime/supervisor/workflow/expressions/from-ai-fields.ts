import type { JsonValue } from "../../../protocol/index.ts";
import type { JsonObject } from "../model/item.ts";

/** A `$fromAI(key, description, type, default)` of a node's parameters: what a model fills in. */
export interface FromAiField {
  key: string;
  description: string | undefined;
  type: "string" | "number" | "boolean" | "json";
  /** Undefined: the model must give it. */
  fallback: JsonValue | undefined;
}

/** What a model fills in of a node's parameters, in the order of the file, each key once. */
export function fromAiFields(_parameters: JsonObject): FromAiField[] {
  return [];
}
