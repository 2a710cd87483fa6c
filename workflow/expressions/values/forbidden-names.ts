import { ExpressionError } from "../expression-error.ts";

/** Names that lead from data to JavaScript's internals, and that no expression needs. */
const FORBIDDEN = new Set([
  "__proto__",
  "constructor",
  "prototype",
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "caller",
  "callee",
  "arguments",
]);

/** Checks a name. @throws ExpressionError if expressions must not read or write the name */
export function refuseForbidden(name: string): void {
  if (FORBIDDEN.has(name)) throw new ExpressionError(`"${name}" must not be used in an expression`);
}

/** Globals of JavaScript and its hosts that have no use here. */
export const FORBIDDEN_GLOBALS: ReadonlySet<string> = new Set([
  "globalThis",
  "global",
  "process",
  "require",
  "module",
  "exports",
  "eval",
  "Function",
  "AsyncFunction",
  "GeneratorFunction",
  "Reflect",
  "Proxy",
  "WebAssembly",
  "Buffer",
  "SharedArrayBuffer",
  "Atomics",
  "fetch",
  "XMLHttpRequest",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "arguments",
]);
