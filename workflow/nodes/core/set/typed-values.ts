import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { withField } from "../fields/field-path.ts";
import { asText, textOr } from "../fields/field-text.ts";

const DEFAULTS = { boolean: false, number: 0, string: "" } as const;
type ValueType = keyof typeof DEFAULTS;

/** Sets the fields that the first two versions list by type. Version 2 converts numbers and text, version 1 does not. */
export function setTypedValues(context: NodeContext, item: Item, itemIndex: number): Item {
  const dots = context.flag("options.dotNotation", itemIndex, true);
  const isAlone = context.flag("keepOnlySet", itemIndex);
  let json: JsonObject = isAlone ? {} : item.json;
  for (const type of ["boolean", "number", "string"] as const)
    for (const [index, entry] of context.list(`values.${type}`, itemIndex).entries()) {
      const { name, value } = entry as JsonObject;
      const isGiven = context.raw(`values.${type}[${index}].value`) !== undefined;
      const set = value ?? (isGiven ? undefined : DEFAULTS[type]);
      if (set === undefined) continue;
      json = withField(json, textOr("propertyName", name), typed(set, type, context.node.version), dots);
    }
  return { json, ...(!isAlone && item.binary && { binary: item.binary }), pairedItem: { item: itemIndex } };
}

function typed(value: JsonValue, type: ValueType, version: number): JsonValue {
  if (version < 2 || value === null) return value;
  if (type === "number") {
    const number = Number(value);
    return Number.isNaN(number) ? null : number;
  }
  return type === "string" ? asText(value) : value;
}
