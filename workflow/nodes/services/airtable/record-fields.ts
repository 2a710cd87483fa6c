import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { fieldNames } from "../../core/fields/field-path.ts";

/** A record without some of its fields. */
export function without(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** What an item is to say in a table, with its `id` where it has one. */
export function mappedFields(context: NodeContext, itemIndex: number): JsonObject {
  const mode = context.text("columns.mappingMode", itemIndex, "defineBelow");
  if (mode !== "autoMapInputData") return context.object("columns.value", itemIndex);
  return without(
    context.items[itemIndex]?.json ?? {},
    fieldNames(context.parameter("options.ignoreFields", itemIndex)),
  );
}

/** Which records, which fields and in which order, as the form of either generation says it. */
export function listQuery(
  options: JsonObject,
  sort: readonly JsonValue[],
  formula: string,
): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  if (formula !== "") query.filterByFormula = formula;
  const fields = fieldNames(options.fields);
  if (fields.length > 0) query["fields[]"] = fields;
  for (const [index, rule] of sort.entries()) {
    const { field, direction = "asc" } = rule as JsonObject;
    query[`sort[${index}][field]`] = toText(field);
    query[`sort[${index}][direction]`] = toText(direction);
  }
  return query;
}
