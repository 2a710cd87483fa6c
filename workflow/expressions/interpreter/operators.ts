import type { BinaryOperator } from "acorn";
import { Callable } from "../values/callable.ts";
import { isLooselyEqual, toNumber, toPrimitive, toText } from "../values/conversions.ts";
import { Facade, OpenFacade } from "../values/facade.ts";
import { isPlain } from "../values/kinds.ts";
import type { Run } from "./run.ts";

type Operator = (run: Run, left: unknown, right: unknown) => unknown;

function applyNumeric(operator: (left: number, right: number) => number): Operator {
  return (run, left, right) => operator(toNumber(run, left), toNumber(run, right));
}

function compare(operator: (left: string | number, right: string | number) => boolean): Operator {
  return (run, left, right) => {
    const [one, other] = [toPrimitive(run, left, "number"), toPrimitive(run, right, "number")];
    return typeof one === "string" && typeof other === "string"
      ? operator(one, other)
      : operator(Number(one), Number(other));
  };
}

function add(run: Run, left: unknown, right: unknown): unknown {
  const [one, other] = [toPrimitive(run, left, "default"), toPrimitive(run, right, "default")];
  if (typeof one !== "string" && typeof other !== "string") return Number(one) + Number(other);
  const [before, after] = [String(one), String(other)];
  run.fits(before.length + after.length);
  return before + after;
}

function isIn(run: Run, name: unknown, object: unknown): boolean {
  const key = toText(run, name);
  if (object instanceof Facade || object instanceof OpenFacade) return object.has(key);
  if (isPlain(object) || Array.isArray(object)) return Object.hasOwn(object, key);
  throw new TypeError(`Cannot use 'in' operator to search for '${key}' in a value that is not an object`);
}

function isInstance(_run: Run, value: unknown, type: unknown): boolean {
  if (!(type instanceof Callable)) throw new TypeError("Right-hand side of 'instanceof' is not callable");
  return type.kind.holds?.(value) ?? false;
}

export const OPERATORS: { readonly [operator in BinaryOperator]: Operator } = {
  "+": add,
  "-": applyNumeric((left, right) => left - right),
  "*": applyNumeric((left, right) => left * right),
  "/": applyNumeric((left, right) => left / right),
  "%": applyNumeric((left, right) => left % right),
  "**": applyNumeric((left, right) => left ** right),
  "|": applyNumeric((left, right) => left | right),
  "&": applyNumeric((left, right) => left & right),
  "^": applyNumeric((left, right) => left ^ right),
  "<<": applyNumeric((left, right) => left << right),
  ">>": applyNumeric((left, right) => left >> right),
  ">>>": applyNumeric((left, right) => left >>> right),
  "<": compare((left, right) => left < right),
  "<=": compare((left, right) => left <= right),
  ">": compare((left, right) => left > right),
  ">=": compare((left, right) => left >= right),
  "===": (_run, left, right) => left === right,
  "!==": (_run, left, right) => left !== right,
  "==": isLooselyEqual,
  "!=": (run, left, right) => !isLooselyEqual(run, left, right),
  in: isIn,
  instanceof: isInstance,
};

/** Returns the result of JavaScript's `typeof`. */
export function getTypeName(value: unknown): string {
  return value instanceof Callable ? "function" : typeof value;
}
