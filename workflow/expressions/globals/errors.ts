import type { Callable } from "../values/callable.ts";
import { toText } from "../values/conversions.ts";
import { constructorOf } from "./make.ts";

function errorType(type: typeof Error): Callable {
  return constructorOf(type.name, {
    construct: (run, [message]) => new type(message === undefined ? "" : toText(run, message)),
    holds: (value) => value instanceof type,
  });
}

/** What an author's code may throw. */
export const ERRORS: Readonly<Record<string, Callable>> = Object.fromEntries(
  [Error, TypeError, RangeError, SyntaxError, ReferenceError].map((type) => [type.name, errorType(type)]),
);
