import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { parsePropertyKey } from "./property-values.ts";

/** The form's field that contains the compared value, keyed by property type. */
const VALUES: Readonly<Record<string, string>> = {
  title: "titleValue",
  rich_text: "richTextValue",
  phone_number: "phoneNumberValue",
  multi_select: "multiSelectValue",
  select: "selectValue",
  status: "statusValue",
  number: "numberValue",
  email: "emailValue",
  url: "urlValue",
  checkbox: "checkboxValue",
  date: "date",
  created_time: "createdTimeValue",
  last_edited_time: "lastEditedTime",
  created_by: "createdByValue",
  last_edited_by: "lastEditedByValue",
  relation: "relationValue",
  people: "peopleValue",
  files: "filesValue",
};

const FORMULA_VALUES: Readonly<Record<string, string>> = {
  text: "textValue",
  checkbox: "checkboxValue",
  number: "numberValue",
  date: "dateValue",
};

/** Matches conditions that have no value. */
const RELATIVE = /^(?:past|next|this)_(?:week|month|year)$/;

function buildComparison(entry: JsonObject, field: string | undefined): JsonObject {
  const condition = typeof entry.condition === "string" ? entry.condition : "equals";
  if (condition === "is_empty" || condition === "is_not_empty") return { [condition]: true };
  if (RELATIVE.test(condition)) return { [condition]: {} };
  return { [condition]: (field === undefined ? undefined : entry[field]) ?? "" };
}

function toCondition(entry: JsonObject): JsonObject {
  const [property, type] = parsePropertyKey(entry.key);
  if (type === "formula") {
    const kind = typeof entry.returnType === "string" ? entry.returnType : "text";
    const name = kind === "text" ? "string" : kind;
    return { property, formula: { [name]: buildComparison(entry, FORMULA_VALUES[kind]) } };
  }
  const compared = buildComparison(entry, Object.hasOwn(VALUES, type) ? VALUES[type] : undefined);
  if (type === "created_time" || type === "last_edited_time") return { timestamp: type, [type]: compared };
  return { property, [type]: compared };
}

const conditions = (value: JsonValue | undefined): JsonObject[] =>
  (Array.isArray(value) ? value : [value]).filter(isObject).map(toCondition);

/**
 * Returns the filter of version 1, which has one condition, or several that are combined by AND or OR. Returns
 * undefined if there is no condition.
 */
function toLegacyFilter(filter: JsonObject): JsonObject | undefined {
  if (isObject(filter.singleCondition)) return toCondition(filter.singleCondition);
  const several = isObject(filter.multipleCondition) ? filter.multipleCondition.condition : undefined;
  if (!isObject(several)) return undefined;
  const result: JsonObject = {};
  for (const kind of ["or", "and"]) {
    const list = conditions(several[kind]);
    if (list.length > 0) result[kind] = list;
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

/** Returns a query's filter. @throws NodeError if the filter is invalid */
export function readFilter(context: NodeContext, itemIndex: number): JsonObject | undefined {
  if (context.node.version < 2) return toLegacyFilter(context.object("options.filter", itemIndex));
  const type = context.text("filterType", itemIndex, "none");
  if (type === "json") return getJsonFilter(context, itemIndex);
  if (type !== "manual") return undefined;
  const list = conditions(context.list("filters.conditions", itemIndex));
  if (list.length === 0) return undefined;
  return context.text("matchType", itemIndex, "anyFilter") === "allFilters" ? { and: list } : { or: list };
}

function getJsonFilter(context: NodeContext, itemIndex: number): JsonObject {
  const field = "filterJson";
  try {
    const value: unknown = JSON.parse(context.text(field, itemIndex));
    if (isObject(value)) return value;
  } catch (error) {
    throw context.failure(
      "Filter JSON is not valid JSON. Enter a JSON object",
      { field, itemIndex },
      { cause: error },
    );
  }
  throw context.failure("Filter JSON must be an object", { field, itemIndex });
}

/** Returns a query's sort order. */
export function readSorts(context: NodeContext, itemIndex: number): JsonObject[] {
  return context
    .list("options.sort.sortValue", itemIndex)
    .filter(isObject)
    .map(({ key, timestamp, direction = "ascending" }) =>
      timestamp === true
        ? { timestamp: key ?? "created_time", direction }
        : { property: parsePropertyKey(key)[0], direction },
    );
}
