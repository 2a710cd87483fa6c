import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getTextOr, toText } from "../fields/field-path.ts";
import { findOperator, matchesPattern } from "./condition-operators.ts";

import { convert, formatValue } from "./field-type.ts";

type Value = JsonValue | undefined;
type Compare = (left: Value, right: Value) => boolean;

const text = (value: Value) => (value ? toText(value) : "");
const number = (value: Value) => (value ? Number(value) : 0);

function isEmpty(value: Value): boolean {
  if (value === undefined || value === null || value === "" || Number.isNaN(value)) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function toInstant(value: Value): number {
  const converted = convert(value, "dateTime");
  if (!converted.fits || typeof converted.value !== "number")
    throw new Error(`The value "${formatValue(value)}" is not a valid DateTime.`);
  return converted.value;
}

/** The comparisons of version 1 of If and Filter, and of the first versions of Switch. */
export const COMPARISONS: Readonly<Record<string, Compare>> = {
  after: (left, right) => toInstant(left) > toInstant(right),
  before: (left, right) => toInstant(left) < toInstant(right),
  contains: (left, right) => text(left).includes(text(right)),
  notContains: (left, right) => !text(left).includes(text(right)),
  endsWith: (left, right) => text(left).endsWith(text(right)),
  notEndsWith: (left, right) => !text(left).endsWith(text(right)),
  startsWith: (left, right) => text(left).startsWith(text(right)),
  notStartsWith: (left, right) => !text(left).startsWith(text(right)),
  equal: (left, right) => left === right,
  notEqual: (left, right) => left !== right,
  larger: (left, right) => number(left) > number(right),
  largerEqual: (left, right) => number(left) >= number(right),
  smaller: (left, right) => number(left) < number(right),
  smallerEqual: (left, right) => number(left) <= number(right),
  isEmpty,
  isNotEmpty: (value) => !isEmpty(value),
  regex: (left, right) => matchesPattern(text(left), text(right)),
  notRegex: (left, right) => !matchesPattern(text(left), text(right)),
};

/** The defaults for missing values, keyed by type. Conditions are evaluated in this order of their types. */
const TYPES: Readonly<Record<string, { operation: string; value: JsonValue }>> = {
  boolean: { operation: "equal", value: false },
  dateTime: { operation: "after", value: "" },
  number: { operation: "smaller", value: 0 },
  string: { operation: "equal", value: "" },
};

export function getDefaultOperation(type: string): string {
  return TYPES[type]?.operation ?? "equal";
}

/** Returns whether an item passes conditions that are listed by type, as in version 1 of If and Filter. */
export function passesTypedLists(
  context: NodeContext,
  path: string,
  itemIndex: number,
  combine: "all" | "any",
): boolean {
  const lists = context.object(path, itemIndex);
  for (const [type, defaults] of Object.entries(TYPES)) {
    const conditions = lists[type];
    if (!Array.isArray(conditions)) continue;
    for (const [index, condition] of conditions.entries()) {
      const { value1, value2, operation } = condition as JsonObject;
      const name = getTextOr(defaults.operation, operation);
      const compare =
        (Object.hasOwn(COMPARISONS, name) && COMPARISONS[name]) || findLaterOperator(type, name);
      const field = `${path}.${type}[${index}]`;
      if (!compare)
        throw context.failure(`Unknown operation '${name}'. Use ${Object.keys(COMPARISONS).join(", ")}`, {
          field,
          itemIndex,
        });
      const passes = combineConditions(context, { field, itemIndex }, () =>
        compare(
          value1 ?? getDefault(context, `${field}.value1`, defaults.value),
          value2 ?? getDefault(context, `${field}.value2`, defaults.value),
        ),
      );
      if (passes && combine === "any") return true;
      if (!passes && combine === "all") return false;
    }
  }
  return combine === "all";
}

/**
 * Returns the later versions' operator with this name, because handwritten and generated files mix the names of all
 * versions. Returns undefined if there is none.
 */
function findLaterOperator(type: string, name: string): Compare | undefined {
  const operator = findOperator(type, name);
  return operator && ((left, right) => operator(left, right, false));
}

/** Returns the default of a value that is not set. Returns undefined if an expression has no result. */
function getDefault(context: NodeContext, field: string, fallback: JsonValue): JsonValue | undefined {
  return context.raw(field) === undefined ? fallback : undefined;
}

/** Returns the result of `decide`. @throws NodeError if a condition cannot be evaluated */
export function combineConditions(
  context: NodeContext,
  place: { field: string; itemIndex: number },
  decide: () => boolean,
): boolean {
  try {
    return decide();
  } catch (error) {
    throw context.failure(error instanceof Error ? error.message : String(error), place, { cause: error });
  }
}
