import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { toPairedItem } from "../continue-on-fail.ts";
import { getField, withField } from "../fields/field-path.ts";
import { compareValues } from "../fields/value-order.ts";

export interface DuplicateRules {
  /** Reads a list of fields in the format of the node's version. */
  names(field: string): string[];
  /** Whether a field may be null in some items. Otherwise its type must be the same in all items. */
  allowsNull: boolean;
}

/**
 * Returns the items without duplicates. Items are sorted by the compared fields, and each is compared with the one
 * before it, so that the result is n8n's for values that have no order, too.
 */
export function removeDuplicateItems(context: NodeContext, { names, allowsNull }: DuplicateRules): Item[] {
  const compare = context.text("compare", 0, "allFields");
  const dots = !context.flag("options.disableDotNotation", 0);
  const selected =
    compare === "selectedFields"
      ? chooseFields(context, names("fieldsToCompare"), "fieldsToCompare")
      : undefined;
  const except =
    compare === "allFieldsExcept" ? chooseFields(context, names("fieldsToExclude"), "fieldsToExclude") : [];
  const fields =
    selected ??
    allFields(compare === "allFieldsExcept" ? context.items.slice(0, 1) : context.items, dots).filter(
      (field) => !except.includes(field),
    );
  const values = context.items.map(({ json }) => fields.map((field) => getField(json, field, dots)));
  const compareItems = (one: number, other: number) => {
    for (const column of fields.keys()) {
      const compared = compareValues(values[one]?.[column], values[other]?.[column]);
      if (compared !== 0) return compared;
    }
    return 0;
  };
  const sorted = [...context.items.keys()].sort(compareItems);
  checkTypes(context, { fields, sorted, values, allowsNull, isSelected: selected !== undefined });
  const removed = new Set<number>();
  let last = sorted[0] ?? 0;
  for (const index of sorted.slice(1)) {
    if (compareItems(last, index) === 0) removed.add(index);
    else last = index;
  }
  const isCut = compare !== "allFields" && context.flag("options.removeOtherFields", 0);
  return context.items.flatMap((item, index) => {
    if (removed.has(index)) return [];
    if (!isCut) return [toPairedItem(item, index)];
    const json = keepFields(item.json, { fields, values: values[index] ?? [], dots });
    return [{ json, pairedItem: { item: index } }];
  });
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

function listLeaves(value: JsonObject | readonly JsonValue[], prefix = ""): string[] {
  return Object.entries(value).flatMap(([key, entry]) => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    const isNested = entry !== null && typeof entry === "object" && Object.keys(entry).length > 0;
    return isNested ? listLeaves(entry, path) : [path];
  });
}

/** Checks that each field exists and has the same type in all items. @throws NodeError */
function checkTypes(
  context: NodeContext,
  compared: {
    fields: readonly string[];
    sorted: readonly number[];
    values: readonly (readonly (JsonValue | undefined)[])[];
    allowsNull: boolean;
    isSelected: boolean;
  },
): void {
  const place = compared.isSelected ? { field: "fieldsToCompare" } : {};
  for (const [column, field] of compared.fields.entries()) {
    let type: string | undefined;
    for (const itemIndex of compared.sorted) {
      const value = compared.values[itemIndex]?.[column];
      if (value === undefined)
        throw context.failure(`'${field}' field is missing from some input items`, { ...place, itemIndex });
      if (value === null && compared.allowsNull) continue;
      if (type !== undefined && type !== typeof value)
        throw context.failure(`'${field}' isn't always the same type`, { ...place, itemIndex });
      type = typeof value;
    }
  }
}

/** Returns the compared fields of an item. A field whose name contains dots keeps this name. */
function keepFields(
  item: JsonObject,
  {
    fields,
    values,
    dots,
  }: { fields: readonly string[]; values: readonly (JsonValue | undefined)[]; dots: boolean },
): JsonObject {
  return fields.reduce<JsonObject>((json, field, index) => {
    const value = values[index];
    const isPath = dots && !Object.hasOwn(item, field);
    return value === undefined ? json : withField(json, field, value, isPath);
  }, {});
}
