import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { toText } from "../values/conversions.ts";
import { isPlain } from "../values/kinds.ts";
import { define, toJson } from "../values/to-json.ts";
import { WITHOUT_CONVERSION } from "./mixed-data.ts";

type ObjectFunction = (run: Run, self: Record<string, unknown>, args: readonly unknown[]) => unknown;

/** Merges the fields of two objects. If both objects have a field, the value of the first object wins. */
export function mergeObjects(one: unknown, other: unknown): unknown {
  if (!isPlain(one) || !isPlain(other)) return one ?? other;
  return keepFields({ ...other, ...one }, () => true, [...Object.keys(one), ...Object.keys(other)]);
}

function keepFields(
  self: Record<string, unknown>,
  wanted: (value: unknown, name: string) => boolean,
  names = Object.keys(self),
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of names) if (wanted(self[name], name)) define(result, name, self[name]);
  return result;
}

function searchFields(run: Run, value: unknown, name: string): string {
  if (value === undefined || value === "")
    throw new ExpressionError(`${name}() needs a string to search for`);
  return toText(run, value);
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "" || value === "nil";
}

/** Returns an object without empty fields, on all levels. Other values are returned unchanged. */
export function compactNested(value: unknown): unknown {
  if (!isPlain(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    if (isNothing(field)) continue;
    const kept = compactNested(field);
    const isEmpty = typeof kept === "object" && kept !== null && Object.keys(kept).length === 0;
    if (!isEmpty) define(result, name, kept);
  }
  return result;
}

const TABLE: Record<string, ObjectFunction> = {
  ...WITHOUT_CONVERSION,
  compact: (_run, self) => compactNested(self),
  hasField: (run, self, [name]) => Object.hasOwn(self, toText(run, name)),
  isEmpty: (_run, self) => Object.keys(self).length === 0,
  isNotEmpty: (_run, self) => Object.keys(self).length > 0,
  keepFieldsContaining: (run, self, [text]) => {
    const part = searchFields(run, text, "keepFieldsContaining");
    return keepFields(self, (value) => typeof value === "string" && value.includes(part));
  },
  keys: (_run, self) => Object.keys(self),
  merge: (_run, self, [other]) => mergeObjects(self, other),
  removeField: (run, self, [name]) => {
    const removed = toText(run, name);
    return keepFields(self, (_value, field) => field !== removed);
  },
  removeFieldsContaining: (run, self, [text]) => {
    const part = searchFields(run, text, "removeFieldsContaining");
    return keepFields(self, (value) => !(typeof value === "string" && value.includes(part)));
  },
  toJsonString: (run, self) => JSON.stringify(toJson(run, self)),
  urlEncode: (run, self) =>
    new URLSearchParams(
      Object.entries(self).map(([name, value]): [string, string] => [name, toText(run, run.current(value))]),
    ).toString(),
  values: (_run, self) => Object.values(self),
};

export const OBJECT_EXTENSIONS: Record<string, ObjectFunction> = Object.fromEntries(
  Object.entries(TABLE).map(([name, method]): [string, ObjectFunction] => [
    name,
    (run, self, args) => {
      run.entries(Object.keys(self).length);
      return method(run, self, args);
    },
  ]),
);
