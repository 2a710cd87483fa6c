import type { DateTime, Interval } from "luxon";
import type { Run } from "../interpreter/run.ts";
import { Callable, callValue } from "./callable.ts";
import { formatDateTime } from "./date-text.ts";
import { getKind, isPlain } from "./kinds.ts";

type Primitive = string | number | boolean | null | undefined;
type Hint = "string" | "number" | "default";

/** Returns the result of JavaScript's `String(value)`. */
export function toText(run: Run, value: unknown): string {
  const primitive = toPrimitive(run, value, "string");
  return typeof primitive === "string" ? primitive : String(primitive);
}

/** Returns the result of JavaScript's `Number(value)`. */
export function toNumber(run: Run, value: unknown): number {
  return Number(toPrimitive(run, value, "number"));
}

/**
 * Converts an optional argument to an integer. Returns `fallback` if the argument is undefined, or 0 if it is not a
 * number.
 */
export function toInteger(run: Run, value: unknown, fallback = 0): number {
  if (value === undefined) return fallback;
  const number = Math.trunc(toNumber(run, value));
  return Number.isNaN(number) ? 0 : number;
}

/** Converts a value to a primitive by JavaScript's rules. */
export function toPrimitive(run: Run, value: unknown, hint: Hint): Primitive {
  if (value === null || value === undefined) return value;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (isPlain(value)) return convertObject(run, value, hint);
  return Array.isArray(value) ? joinTexts(run, value, ",") : convertBuiltIn(value, hint);
}

function convertObject(run: Run, value: Record<string, unknown>, hint: Hint): Primitive {
  for (const name of hint === "string" ? ["toString", "valueOf"] : ["valueOf", "toString"]) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (!(own instanceof Callable)) continue;
    const primitive = callValue(run, own, []);
    if (primitive === null || typeof primitive !== "object") return primitive as Primitive;
  }
  return "[object Object]";
}

function convertBuiltIn(value: unknown, hint: Hint): Primitive {
  switch (getKind(value)) {
    case "Date":
      return hint === "number" ? (value as Date).getTime() : formatDateTime(value as Date);
    case "DateTime":
    case "Duration":
      return hint === "string"
        ? String((value as DateTime).toString())
        : Number((value as DateTime).valueOf());
    case "Interval":
      return (value as Interval).toString();
    case "RegExp":
      return String(value);
    case "Error":
      return `${(value as Error).name}: ${(value as Error).message}`;
    case "Map":
      return "[object Map]";
    case "Set":
      return "[object Set]";
    case "function":
      return `function ${(value as Callable).title}() { [code] }`;
    default:
      return "[object Object]";
  }
}

/** Returns the result of `join`. Nested lists are joined by commas. */
export function joinTexts(run: Run, list: readonly unknown[], separator: string): string {
  run.entries(list.length);
  return run.within(() => {
    let length = separator.length * list.length;
    const texts = list.map((entry) => {
      const text = entry === null || entry === undefined ? "" : toText(run, run.current(entry));
      length += text.length;
      run.fits(length);
      return text;
    });
    run.text(length);
    return texts.join(separator);
  });
}

/** Returns the result of JavaScript's `==`. */
export function isLooselyEqual(run: Run, left: unknown, right: unknown): boolean {
  const [isObject, isOther] = [isObjectLike(left), isObjectLike(right)];
  if (isObject && isOther) return left === right;
  if (left === null || left === undefined || right === null || right === undefined) {
    return (left ?? undefined) === (right ?? undefined);
  }
  // biome-ignore lint/suspicious/noDoubleEquals: the operator of the author's text
  return toPrimitive(run, left, "default") == toPrimitive(run, right, "default");
}

function isObjectLike(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Returns the entries that `Array.from`, spreading and `for of` iterate over. */
export function toEntries(run: Run, value: unknown): readonly unknown[] {
  const entries = listEntries(value);
  if (!entries) throw new TypeError(`${getKind(value)} is not iterable`);
  run.entries(entries.length);
  return run.hasChanged ? entries.map((entry) => run.current(entry)) : entries;
}

function listEntries(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value === "string" || value instanceof Set) return [...(value as Iterable<unknown>)];
  if (value instanceof Map) return Array.from(value as Map<unknown, unknown>, (pair) => [...pair]);
  return undefined;
}
