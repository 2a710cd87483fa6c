import { DateTime, Duration, Interval } from "luxon";
import { Callable } from "./callable.ts";
import { Facade, OpenFacade } from "./facade.ts";

export type Kind =
  | "undefined"
  | "null"
  | "string"
  | "number"
  | "boolean"
  | "array"
  | "object"
  | "function"
  | "facade"
  | "Date"
  | "DateTime"
  | "Duration"
  | "Interval"
  | "RegExp"
  | "Map"
  | "Set"
  | "Error"
  | "other";

/** Returns the kind of a value, which determines the operations that are allowed on it. */
export function getKind(value: unknown): Kind {
  if (value === null) return "null";
  const type = typeof value;
  if (type !== "object") return isScalar(type) ? type : "other";
  if (Array.isArray(value)) return "array";
  return isPlain(value) ? "object" : findBuiltIn(value);
}

function isScalar(type: string): type is "undefined" | "string" | "number" | "boolean" {
  return type === "undefined" || type === "string" || type === "number" || type === "boolean";
}

/** Returns whether a value is an object with plain fields, like the objects of JSON.parse and object literals. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const BUILT_IN: readonly (readonly [Kind, (value: unknown) => boolean])[] = [
  ["function", (value) => value instanceof Callable],
  ["facade", (value) => value instanceof Facade || value instanceof OpenFacade],
  ["Date", (value) => value instanceof Date],
  ["DateTime", (value) => value instanceof DateTime],
  ["Duration", (value) => value instanceof Duration],
  ["Interval", (value) => value instanceof Interval],
  ["RegExp", (value) => value instanceof RegExp],
  ["Map", (value) => value instanceof Map],
  ["Set", (value) => value instanceof Set],
  ["Error", (value) => value instanceof Error],
];

function findBuiltIn(value: unknown): Kind {
  return BUILT_IN.find(([, holds]) => holds(value))?.[0] ?? "other";
}
