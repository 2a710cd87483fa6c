import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import type { Callable } from "../values/callable.ts";
import { toText } from "../values/conversions.ts";
import { FORBIDDEN_GLOBALS, refuseForbidden } from "../values/forbidden-names.ts";
import { COLLECTIONS } from "./collections.ts";
import { CONVENIENCE } from "./convenience.ts";
import { DATES } from "./dates.ts";
import { LUXON } from "./luxon.ts";
import { defineConstructor } from "./make.ts";
import { NUMBERS } from "./numbers.ts";
import { OBJECT } from "./objects.ts";
import { TEXTS } from "./texts.ts";
import { WORKFLOW_NAMES } from "./workflow-names.ts";

function createErrorType(type: typeof Error): Callable {
  return defineConstructor(type.name, {
    construct: (run, [message]) => new type(message === undefined ? "" : toText(run, message)),
    holds: (value) => value instanceof type,
  });
}

/** The error types that an author's code may throw. */
const ERRORS: Readonly<Record<string, Callable>> = Object.fromEntries(
  [Error, TypeError, RangeError, SyntaxError, ReferenceError].map((type) => [
    type.name,
    createErrorType(type),
  ]),
);

/** JavaScript's globals that expressions may use. */
const LANGUAGE: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  Object: OBJECT,
  ...COLLECTIONS,
  ...DATES,
  ...ERRORS,
  ...NUMBERS,
  ...TEXTS,
};

const FIXED: ReadonlyMap<string, unknown> = new Map(
  Object.entries({ ...LANGUAGE, ...LUXON, ...CONVENIENCE }),
);

/** Returns the value of a name that is not a variable. As in n8n, unknown names are undefined. */
export function getGlobal(name: string, run: Run): unknown {
  refuseForbidden(name);
  const { names } = run.scope;
  if (names && Object.hasOwn(names, name)) return names[name];
  if (FIXED.has(name)) return FIXED.get(name);
  const ofWorkflow = WORKFLOW_NAMES.get(name);
  if (ofWorkflow) return ofWorkflow(run);
  if (FORBIDDEN_GLOBALS.has(name)) throw new ExpressionError(`"${name}" must not be used in an expression`);
  return undefined;
}
