import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject, PairedItem } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { getField, getTextOr, parseFieldNames, setOwn, toText } from "./fields/field-path.ts";

/** Summarize: aggregates fields of all items, or of each group of items, as in a pivot table. */
export const SUMMARIZE_NODE: NodeType = {
  types: ["n8n-nodes-base.summarize"],
  versions: [1, 1.1],
  execute: (context) => {
    const isFirst = context.node.version < 1.1;
    return [summarizeItems(context, { refusesMissing: isFirst, groupsByText: isFirst })];
  },
};

interface Entry {
  index: number;
  json: JsonObject;
}

interface SummaryField {
  aggregation: string;
  field: string;
  includeEmpty: boolean;
  separator: string;
}

interface Group {
  /** The values of the fields by which items are grouped. A missing field has no value. */
  split: [string, Value][];
  entries: Entry[];
}

export interface SummaryRules {
  /** Whether a field that no item has is an error, unless the options allow it. */
  refusesMissing: boolean;
  /** Whether values with the same text are equal. Otherwise they are distinguished by type. */
  groupsByText: boolean;
}

/** Returns one item per group. */
export function summarizeItems(context: NodeContext, { refusesMissing, groupsByText }: SummaryRules): Item[] {
  const dots = !context.flag("options.disableDotNotation", 0);
  const fields = readFields(context);
  const entries = context.items.map(({ json }, index): Entry => ({ index, json }));
  if (refusesMissing) {
    const missing = fields.find(({ field }) =>
      entries.every(({ json }) => getField(json, field, dots) === undefined),
    );
    if (missing && !context.flag("options.continueIfFieldNotFound", 0))
      throw context.failure(`The field '${missing.field}' does not exist in any items`, {
        field: "fieldsToSummarize.values",
      });
  }
  const splitBy = parseFieldNames(context.parameter("fieldsToSplitBy", 0));
  const skipsEmpty = context.flag("options.skipEmptySplitFields", 0);
  const rules = { dots, skipsEmpty, groupsByText };
  const groups = groupEntries({ split: [], entries }, splitBy, rules);
  const results = groups.map((group) => ({ group, json: computeAggregates(group.entries, fields, dots) }));
  if (context.text("options.outputFormat", 0, "separateItems") === "singleItem")
    return [{ json: nestResults(results), pairedItem: getPairs(entries) }];
  return results.map(({ group, json }) => {
    for (const [field, value] of group.split.toReversed())
      if (value !== undefined) setOwn(json, toPlainName(field), value);
    return { json, pairedItem: getPairs(group.entries) };
  });
}

function getPairs(entries: readonly Entry[]): PairedItem[] {
  return entries.map(({ index }) => ({ item: index }));
}

function readFields(context: NodeContext): SummaryField[] {
  const place = "fieldsToSummarize.values";
  const fields = context.list(place, 0).map((entry, index): SummaryField => {
    const { aggregation, field, includeEmpty, separateBy, customSeparator } = entry as JsonObject;
    const name = getTextOr("", field);
    if (name === "")
      throw context.failure("You need to give the name of each field to summarize", {
        field: `${place}[${index}].field`,
      });
    return {
      aggregation: getTextOr("count", aggregation),
      field: name,
      includeEmpty: includeEmpty === true,
      separator: separateBy === "other" ? getTextOr("", customSeparator) : getTextOr(",", separateBy),
    };
  });
  if (fields.length > 0) return fields;
  throw context.failure(
    "You need to add at least one aggregation to 'Fields to Summarize' with non empty 'Field'",
    { field: place },
  );
}

interface GroupingRules {
  dots: boolean;
  skipsEmpty: boolean;
  groupsByText: boolean;
}

/** Groups items by the first field, then each group by the next field, in order of first occurrence. */
function groupEntries(group: Group, splitBy: readonly string[], rules: GroupingRules): Group[] {
  const [field, ...rest] = splitBy;
  if (field === undefined) return [group];
  const found = new Map<Value, Group>();
  for (const entry of group.entries) {
    const value = getField(entry.json, field, rules.dots);
    if (rules.skipsEmpty && !value && !(rules.groupsByText && value !== "")) continue;
    const isObject = value !== null && typeof value === "object";
    const key = isObject || rules.groupsByText ? toGroupText(value) : value;
    const known = found.get(key);
    if (known) known.entries.push(entry);
    else found.set(key, { split: [...group.split, [field, key]], entries: [entry] });
  }
  return [...found.values()].flatMap((inner) => groupEntries(inner, rest, rules));
}

const toGroupText = (value: Value): string => (value === undefined ? "undefined" : toText(value));

function nestResults(results: readonly { group: Group; json: JsonObject }[]): JsonObject {
  const whole: JsonObject = {};
  for (const { group, json } of results) {
    let into = whole;
    for (const [, value] of group.split) {
      const key = toGroupText(value);
      if (!Object.hasOwn(into, key)) setOwn(into, key, {});
      into = into[key] as JsonObject;
    }
    for (const [key, value] of Object.entries(json)) setOwn(into, key, value);
  }
  return whole;
}

const NAMES: Readonly<Record<string, string>> = {
  append: "appended",
  average: "average",
  concatenate: "concatenated",
  count: "count",
  countUnique: "unique_count",
  max: "max",
  min: "min",
  sum: "sum",
};

/** Returns a field name without brackets and double quotes, and with `_` for dots and spaces. */
function toPlainName(field: string): string {
  return field.replace(/[\][."]/g, (sign) => (sign === "." ? "_" : "")).replaceAll(" ", "_");
}

function computeAggregates(
  entries: readonly Entry[],
  fields: readonly SummaryField[],
  dots: boolean,
): JsonObject {
  const json: JsonObject = {};
  for (const field of fields) {
    const values = entries.map((entry) => getField(entry.json, field.field, dots));
    const name = NAMES[field.aggregation] ?? field.aggregation;
    setOwn(json, toPlainName(`${name}_${field.field}`), aggregate(values, field));
  }
  return json;
}

type Value = JsonValue | undefined;

function aggregate(all: readonly Value[], { aggregation, includeEmpty, separator }: SummaryField): JsonValue {
  const filled = all.filter((value) => value !== undefined && value !== null && value !== "");
  const values = includeEmpty ? all : filled;
  const numbers = filled.filter((value) => typeof value === "number");
  const sum = numbers.reduce((total, number) => total + number, 0);
  switch (aggregation) {
    case "append":
      return values.map((value) => value ?? null);
    case "concatenate":
      return values.map((value) => (value === undefined ? "undefined" : toText(value))).join(separator);
    case "count":
      return values.length;
    case "countUnique":
      return new Set(values).size;
    case "average":
      return numbers.length === 0 ? null : sum / numbers.length;
    case "sum":
      return sum;
    case "max":
      return findExtreme(filled, (one, other) => one > other);
    case "min":
      return findExtreme(filled, (one, other) => one < other);
    default:
      throw new Error(`Unknown aggregation '${aggregation}'. Use ${Object.keys(NAMES).join(", ")}`);
  }
}

/** Returns a value as JavaScript's `<` compares it: lists and objects as text. */
function toComparable(value: JsonValue): string | number | boolean | null {
  if (Array.isArray(value)) return value.map((entry) => toComparable(entry) ?? "").join(",");
  return value !== null && typeof value === "object" ? "[object Object]" : value;
}

type Compared = string | number;

/** Returns the smallest or largest value. */
function findExtreme(
  values: readonly Value[],
  isFurther: (one: Compared, other: Compared) => boolean,
): JsonValue {
  let found: JsonValue = null;
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (found === null || isFurther(toComparable(value) as Compared, toComparable(found) as Compared))
      found = value;
  }
  return found;
}
