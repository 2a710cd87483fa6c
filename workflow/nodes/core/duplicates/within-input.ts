import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { toPairedItem } from "../continue-on-fail.ts";
import { getField, withField } from "../fields/field-path.ts";
import { toEqualityKey } from "../merge/match-fields.ts";

/**
 * Returns the items without duplicates.
 * @param names reads a list of fields in the format of the node's version
 */
export function removeDuplicateItems(context: NodeContext, names: (field: string) => string[]): Item[] {
  const compare = context.text("compare", 0, "allFields");
  const dots = !context.flag("options.disableDotNotation", 0);
  const selected =
    compare === "selectedFields"
      ? chooseFields(context, names("fieldsToCompare"), "fieldsToCompare")
      : undefined;
  const except =
    compare === "allFieldsExcept" ? chooseFields(context, names("fieldsToExclude"), "fieldsToExclude") : [];
  const fields = selected ?? allFields(context.items, dots).filter((field) => !except.includes(field));
  if (selected) checkTypes(context, selected, dots);
  const seen = new Set<string>();
  const unique: Item[] = [];
  const isCut = compare !== "allFields" && context.flag("options.removeOtherFields", 0);
  for (const [index, item] of context.items.entries()) {
    const values = fields.map((field) => getField(item.json, field, dots));
    const key = JSON.stringify(values.map((value) => (value === undefined ? null : toEqualityKey(value))));
    if (seen.has(key)) continue;
    seen.add(key);
    const passed = toPairedItem(item, index);
    unique.push(isCut ? { json: keepFields(fields, values, dots), pairedItem: { item: index } } : passed);
  }
  return unique;
}

function chooseFields(context: NodeContext, names: string[], field: string): string[] {
  if (names.length > 0) return names;
  throw context.failure("No fields specified", { field });
}

/**
 * Returns the names of all fields of all items. If `dots` is true, nested fields are paths, so that they can be
 * excluded.
 */
function allFields(items: readonly Item[], dots: boolean): string[] {
  const found = new Set<string>();
  for (const { json } of items)
    for (const field of dots ? listLeaves(json) : Object.keys(json)) found.add(field);
  return [...found];
}

function listLeaves(json: JsonObject, prefix = ""): string[] {
  return Object.entries(json).flatMap(([key, value]) => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    const isNested =
      value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0;
    return isNested ? listLeaves(value, path) : [path];
  });
}

function checkTypes(context: NodeContext, fields: readonly string[], dots: boolean): void {
  for (const field of fields) {
    let type: string | undefined;
    for (const [itemIndex, { json }] of context.items.entries()) {
      const value = getField(json, field, dots);
      if (value === undefined && !dots && field.includes("."))
        throw context.failure(`'${field}' field is missing from some input items`, {
          field: "fieldsToCompare",
          itemIndex,
        });
      if (value === undefined || (value === null && context.node.version > 1)) continue;
      if (type !== undefined && type !== typeof value)
        throw context.failure(`'${field}' isn't always the same type`, {
          field: "fieldsToCompare",
          itemIndex,
        });
      type = typeof value;
    }
  }
}

function keepFields(
  fields: readonly string[],
  values: readonly (JsonValue | undefined)[],
  dots: boolean,
): JsonObject {
  return fields.reduce<JsonObject>((json, field, index) => {
    const value = values[index];
    return value === undefined ? json : withField(json, field, value, dots);
  }, {});
}
