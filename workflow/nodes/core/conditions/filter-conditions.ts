import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getTextOr } from "../fields/field-path.ts";
import { findOperator, UNARY } from "./condition-operators.ts";
import {
  type ConversionResult,
  convert,
  convertStrictly,
  FIELD_TYPES,
  type FieldType,
  formatValue,
} from "./field-type.ts";
import { passesTypedLists } from "./typed-lists.ts";

interface FilterOptions {
  ignoreCase: boolean;
  strict: boolean;
  /** The version of the filter's format. It determines how values are converted if `strict` is false. */
  version: number;
}

/** The error of a comparison whose sides both have the same wrong type. */
class BothSidesError extends Error {}

/** A condition that cannot be evaluated, with its location. */
class ConditionError extends Error {
  readonly side: "leftValue" | "rightValue";
  constructor(message: string, side: "leftValue" | "rightValue") {
    super(message);
    this.side = side;
  }
}

function record(value: JsonValue | undefined): JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}

/**
 * Returns whether an item passes a filter parameter, which If and Filter have in version 2 and later, and Switch in
 * version 3 and later.
 */
export function passesFilter(context: NodeContext, path: string, itemIndex: number): boolean {
  const filter = context.object(path, itemIndex);
  const { conditions } = filter;
  if (!Array.isArray(conditions)) return passesTypedLists(context, path, itemIndex, "all");
  const options = toFilterOptions(filter.options);
  const isPassing = (condition: JsonValue, index: number) => {
    try {
      return passesCondition(record(condition), options, (name) =>
        context.log("warning", `The operator ${name} is not known: no item passes it`),
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error instanceof BothSidesError)
        throw context.failure(error.message, { field: `${path}.conditions[${index}]`, itemIndex });
      const side = error instanceof ConditionError ? `.${error.side}` : "";
      throw context.failure(`${error.message} [condition ${index}, item ${itemIndex}]`, {
        field: `${path}.conditions[${index}]${side}`,
        itemIndex,
      });
    }
  };
  return filter.combinator === "or" ? conditions.some(isPassing) : conditions.every(isPassing);
}

/** Returns the options of a filter. A file without options means version 1 with strict validation. */
function toFilterOptions(options: JsonValue | undefined): FilterOptions {
  if (options === undefined) return { ignoreCase: false, strict: true, version: 1 };
  const { caseSensitive, typeValidation, version } = record(options);
  return {
    ignoreCase: caseSensitive === false,
    strict: typeValidation === "strict",
    version: typeof version === "number" ? version : 1,
  };
}

/** Returns whether an item passes a condition. With an unknown operator no item passes, as in n8n. */
function passesCondition(
  condition: JsonObject,
  options: FilterOptions,
  unknown: (operator: string) => void,
): boolean {
  const operator = record(condition.operator);
  const type = toFieldType(operator.type);
  const operation = getTextOr("", operator.operation);
  const apply = findOperator(type, operation);
  if (!apply) {
    unknown(`${type}:${operation}`);
    return false;
  }
  if (UNARY.has(operation))
    return apply(convertSide(condition, "leftValue", type, options), undefined, options.ignoreCase);
  const rightType = toFieldType(operator.rightType ?? getRightType(type, operation));
  refuseBothSides(condition, type, rightType, options);
  const left = convertSide(condition, "leftValue", type, options);
  const right = convertSide(condition, "rightValue", rightType, options);
  if (!options.ignoreCase) return apply(left, right, false);
  return apply(
    toLowerCase(left),
    operation === "regex" || operation === "notRegex" ? right : toLowerCase(right),
    true,
  );
}

/** @throws BothSidesError if neither side has the type of a strict comparison, and both have the same other type */
function refuseBothSides(
  { leftValue, rightValue }: JsonObject,
  type: FieldType,
  rightType: FieldType,
  options: FilterOptions,
): void {
  if (!options.strict || convertStrictly(leftValue, type).fits || convertStrictly(rightValue, rightType).fits)
    return;
  if (typeof leftValue === typeof rightValue)
    throw new BothSidesError(
      `Comparison type expects ${withArticle(type)} but both fields are ${withArticle(typeof leftValue)}`,
    );
}

function toFieldType(name: JsonValue | undefined): FieldType {
  return FIELD_TYPES.find((type) => type === name) ?? "any";
}

function getRightType(type: FieldType, operation: string): FieldType {
  if (type !== "array") return type;
  return operation.startsWith("length") ? "number" : "any";
}

function toLowerCase(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === "string" ? value.toLocaleLowerCase() : value;
}

function convertSide(
  condition: JsonObject,
  side: "leftValue" | "rightValue",
  type: FieldType,
  options: FilterOptions,
): JsonValue | undefined {
  const value = condition[side];
  const converted = options.strict
    ? convertStrictly(value, type)
    : convertLoosely(value, type, options.version);
  if (converted.fits) return converted.value;
  throw new ConditionError(
    options.strict
      ? describeWrongType(value, type)
      : `Conversion error: ${describeValue(value)} can't be converted to ${withArticle(type)}`,
    side,
  );
}

/**
 * Converts a value with loose validation. Every value converts to a boolean: version 1 converts as JavaScript does, so
 * "false" is true. As a number, an empty string or list is 0 before version 3, and null from version 3 on.
 */
function convertLoosely(value: JsonValue | undefined, type: FieldType, version: number): ConversionResult {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  if (type === "number" && isEmpty) return { fits: true, value: version < 3 ? 0 : null };
  if (type !== "boolean" || value === undefined || value === null) return convert(value, type);
  const converted = version < 2 ? undefined : convert(value, type);
  return converted?.fits ? converted : { fits: true, value: Boolean(value) };
}

function withArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

const describeValue = (value: JsonValue | undefined) => `the ${typeof value} '${formatValue(value)}'`;

function describeWrongType(value: JsonValue | undefined, type: FieldType): string {
  return `Wrong type: '${formatValue(value)}' is ${withArticle(typeof value)} but was expecting ${withArticle(type)}`;
}
