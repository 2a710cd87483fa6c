import type { JsonValue } from "@stoa/runtime/protocol";
import { searchWithTimeout } from "../../../patterns/bounded-search.ts";
import { toText } from "../fields/field-path.ts";

/** Returns whether a string matches a regular expression such as `/a+/i`, with or without slashes. */
export function matchesPattern(text: string, written: string): boolean {
  const pattern = compileAuthorPattern(written);
  return searchWithTimeout(pattern, text, () => pattern.test(text));
}

function compileAuthorPattern(text: string): RegExp {
  const written = /^\/(.*)\/([a-z]*)$/s.exec(text);
  try {
    return written ? new RegExp(written[1] ?? "", written[2]) : new RegExp(text);
  } catch (error) {
    throw new Error(`'${text}' is not a valid regular expression`, { cause: error });
  }
}

type Value = JsonValue | undefined;
type Operator = (left: Value, right: Value, ignoreCase: boolean) => boolean;

/** Operators without a right value. */
export const UNARY = new Set(["exists", "notExists", "empty", "notEmpty", "true", "false"]);

const exists = (value: Value) => value !== undefined && value !== null && !Number.isNaN(value);
const not =
  (operator: Operator): Operator =>
  (left, right, ignoreCase) =>
    !operator(left, right, ignoreCase);

const text = (value: Value) => (value ? toText(value) : "");
const contains: Operator = (left, right) => text(left).includes(text(right));
const startsWith: Operator = (left, right) => text(left).startsWith(text(right));
const endsWith: Operator = (left, right) => text(left).endsWith(text(right));
const matches: Operator = (left, right) => matchesPattern(text(left), text(right));

const STRINGS: Record<string, Operator> = {
  empty: (left) => text(left) === "",
  notEmpty: (left) => text(left) !== "",
  equals: (left, right) => text(left) === text(right),
  notEquals: (left, right) => text(left) !== text(right),
  contains,
  notContains: not(contains),
  startsWith,
  notStartsWith: not(startsWith),
  endsWith,
  notEndsWith: not(endsWith),
  regex: matches,
  notRegex: not(matches),
};

/** Compares numbers. Null compares as 0, as in JavaScript. */
const number = (value: Value) => (value === undefined ? Number.NaN : Number(value));

const NUMBERS: Record<string, Operator> = {
  empty: (left) => !exists(left),
  notEmpty: exists,
  equals: (left, right) => left === right,
  notEquals: (left, right) => left !== right,
  gt: (left, right) => number(left) > number(right),
  lt: (left, right) => number(left) < number(right),
  gte: (left, right) => number(left) >= number(right),
  lte: (left, right) => number(left) <= number(right),
};

/** Compares dates. A missing date is neither before nor after another. */
const dated =
  (compare: (left: number, right: number) => boolean): Operator =>
  (left, right) =>
    typeof left === "number" && typeof right === "number" && compare(left, right);

const DATES: Record<string, Operator> = {
  empty: (left) => !exists(left),
  notEmpty: exists,
  equals: dated((left, right) => left === right),
  notEquals: dated((left, right) => left !== right),
  after: dated((left, right) => left > right),
  before: dated((left, right) => left < right),
  afterOrEquals: dated((left, right) => left >= right),
  beforeOrEquals: dated((left, right) => left <= right),
};

const BOOLEANS: Record<string, Operator> = {
  empty: (left) => !exists(left),
  notEmpty: exists,
  true: (left) => Boolean(left),
  false: (left) => !left,
  equals: (left, right) => left === right,
  notEquals: (left, right) => left !== right,
};

const list = (value: Value) => (Array.isArray(value) ? value : []);
const toLowerCase = (value: JsonValue) => (typeof value === "string" ? value.toLocaleLowerCase() : value);
const includes: Operator = (left, right, ignoreCase) =>
  (ignoreCase ? list(left).map(toLowerCase) : list(left)).some((entry) => entry === right);
const compareSize =
  (compare: (length: number, right: number) => boolean): Operator =>
  (left, right) =>
    compare(list(left).length, number(right));

const ARRAYS: Record<string, Operator> = {
  contains: includes,
  notContains: not(includes),
  lengthEquals: compareSize((length, right) => length === right),
  lengthNotEquals: compareSize((length, right) => length !== right),
  lengthGt: compareSize((length, right) => length > right),
  lengthLt: compareSize((length, right) => length < right),
  lengthGte: compareSize((length, right) => length >= right),
  lengthLte: compareSize((length, right) => length <= right),
  empty: (left) => list(left).length === 0,
  notEmpty: (left) => list(left).length > 0,
};

const isEmptyObject: Operator = (left) =>
  left === null || typeof left !== "object" || Object.keys(left).length === 0;

const OBJECTS: Record<string, Operator> = { empty: isEmptyObject, notEmpty: not(isEmptyObject) };

const BY_TYPE: Record<string, Record<string, Operator>> = {
  string: STRINGS,
  number: NUMBERS,
  dateTime: DATES,
  boolean: BOOLEANS,
  array: ARRAYS,
  object: OBJECTS,
};

/** Returns an operator for a type of value, or undefined if the operator is not known. */
export function findOperator(type: string, operation: string): Operator | undefined {
  if (operation === "exists") return exists;
  if (operation === "notExists") return not(exists);
  const ofType = Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
  return ofType && Object.hasOwn(ofType, operation) ? ofType[operation] : undefined;
}
