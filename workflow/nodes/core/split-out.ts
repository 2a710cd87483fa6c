import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { getField, parseFieldNames, setOwn, withoutField } from "./fields/field-path.ts";

/** Split Out: creates an item for each entry of a list. */
export const SPLIT_OUT_NODE: NodeType = {
  types: ["n8n-nodes-base.splitOut"],
  versions: [1],
  execute: async (context) => [
    await splitOut(context, {
      getFields: (index) => parseFieldNames(context.parameter("fieldToSplitOut", index)),
      getIncludedFields: (index) => parseFieldNames(context.parameter("fieldsToInclude", index)),
      refusesMissing: false,
    }),
  ],
};

/** Differences between Split Out and Item Lists. */
export interface SplitOutOptions {
  getFields(itemIndex: number): string[];
  getIncludedFields(itemIndex: number): string[];
  /** Whether a missing field is an error. Otherwise it is treated as an empty list. */
  refusesMissing: boolean;
  /** Values that are errors: `values` that are neither lists nor objects, or `objects` as well. */
  refused?: "values" | "objects" | undefined;
}

/** Creates items from the entries of one or more fields of each item. */
export function splitOut(context: NodeContext, options: SplitOutOptions): Promise<Item[]> {
  const split = (item: Item, index: number): Item[] => {
    const fields = options.getFields(index).map((field) => field.replace(/^\$json\./, ""));
    if (fields.length === 0)
      throw context.failure("No field to split out is set", { field: "fieldToSplitOut", itemIndex: index });
    const dots = !context.flag("options.disableDotNotation", index);
    const names = getDestinations(context, fields, index);
    const include = context.text("include", index, "noOtherFields");
    const rest = selectOtherFields(context, item.json, index, {
      include,
      fields,
      dots,
      getIncludedFields: options.getIncludedFields,
    });
    const columns = fields.map((field) => getEntries(context, item, field, { dots, options, index }));
    const rows = Math.max(...columns.map((column) => column.length));
    const keepsFiles = context.flag("options.includeBinary", index);
    return Array.from({ length: rows }, (_, row): Item => {
      const json: JsonObject = { ...rest };
      for (const [column, entries] of columns.entries())
        if (row < entries.length)
          add(json, entries[row] ?? null, fields[column] ?? "", names[column], include);
      return { json, ...(keepsFiles && item.binary && { binary: item.binary }), pairedItem: { item: index } };
    });
  };
  return context.each(split, { afterError: "failNode" });
}

function getDestinations(context: NodeContext, fields: readonly string[], itemIndex: number): string[] {
  const names = parseFieldNames(context.parameter("options.destinationFieldName", itemIndex));
  if (names.length === 0 || names.length === fields.length) return names;
  throw context.failure(
    "If multiple fields to split out are given, the same number of destination fields must be given",
    { field: "options.destinationFieldName", itemIndex },
  );
}

/**
 * Adds a list entry to an item. The fields of an object become the item's fields, unless there is a destination field
 * or other fields are included.
 */
function add(
  json: JsonObject,
  entry: JsonValue,
  field: string,
  name: string | undefined,
  include: string,
): void {
  const isSpread =
    entry !== null && typeof entry === "object" && name === undefined && include === "noOtherFields";
  if (!isSpread) setOwn(json, name ?? field, entry);
  else for (const [key, value] of Object.entries(entry)) setOwn(json, key, value);
}

function selectOtherFields(
  context: NodeContext,
  json: JsonObject,
  itemIndex: number,
  options: {
    include: string;
    fields: readonly string[];
    dots: boolean;
    getIncludedFields(itemIndex: number): string[];
  },
): JsonObject {
  if (options.include === "allOtherFields")
    return options.fields.reduce((kept, field) => withoutField(kept, field, options.dots), json);
  if (options.include !== "selectedOtherFields") return {};
  const names = options.getIncludedFields(itemIndex);
  if (names.length === 0)
    throw context.failure("No fields specified", { field: "fieldsToInclude", itemIndex });
  const selected: JsonObject = {};
  for (const name of names) {
    const value = getField(json, name, options.dots);
    if (value !== undefined) setOwn(selected, name, value);
  }
  return selected;
}

/**
 * Returns the entries of a value. A single value is treated as a list with one entry, and an object as the list of its
 * values.
 */
function getEntries(
  context: NodeContext,
  item: Item,
  field: string,
  { dots, options, index }: { dots: boolean; options: SplitOutOptions; index: number },
): JsonValue[] {
  const found = getField(item.json, field, dots);
  if (found === undefined) {
    if (!options.refusesMissing) return [];
    throw context.failure(`Couldn't find the field '${field}' in the input data`, {
      field: "fieldToSplitOut",
      itemIndex: index,
    });
  }
  if (Array.isArray(found)) return found;
  const isObject = found !== null && typeof found === "object";
  if (options.refused === "objects" || (options.refused === "values" && !isObject))
    throw context.failure(
      `The provided field '${field}' is not an array${options.refused === "values" ? " or object" : ""}`,
      { field: "fieldToSplitOut", itemIndex: index },
    );
  return isObject ? Object.values(found) : [found];
}
