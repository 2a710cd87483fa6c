import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { toInteger, toText } from "../values/conversions.ts";
import { isPlain } from "../values/kinds.ts";
import { define, toJson } from "../values/to-json.ts";
import { WITHOUT_CONVERSION } from "./mixed-data.ts";
import { compactNested, isNothing, mergeObjects } from "./object-extensions.ts";

/** Returns a string that is the same for equal data, regardless of the order of its fields. */
function identity(run: Run, value: unknown): string {
  return JSON.stringify(sortKeys(toJson(run, value))) ?? "undefined";
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isPlain(value)) return value;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) define(result, name, sortKeys(value[name]));
  return result;
}

/**
 * Returns the first entry of each group of equal entries. Entries are compared as a whole or by the named fields
 * (`'a,b'` or `'a', 'b'`).
 */
function removeDuplicates(run: Run, list: readonly unknown[], keys: readonly unknown[] = []): unknown[] {
  const names = keys.flatMap((key) => toText(run, key).split(",")).map((name) => name.trim());
  const seen = new Set<string>();
  return list.filter((entry) => {
    const compared =
      names.length > 0 && isPlain(entry)
        ? names.map((name) => (Object.hasOwn(entry, name) ? entry[name] : null))
        : [entry];
    const mark = compared.map((part) => identity(run, part)).join();
    if (seen.has(mark)) return false;
    seen.add(mark);
    return true;
  });
}

type ArrayFunction = (run: Run, self: readonly unknown[], args: readonly unknown[]) => unknown;

function requireNumbers(self: readonly unknown[], name: string): number[] {
  return self.map((entry) => {
    const number = typeof entry === "string" ? Number.parseFloat(entry) : entry;
    if (typeof number !== "number" || Number.isNaN(number))
      throw new ExpressionError(`${name}() was called on a list with values that are not numbers`);
    return number;
  });
}

function sum(self: readonly unknown[], name: string): number {
  return requireNumbers(self, name).reduce((total, number) => total + number, 0);
}

function requireList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ExpressionError(`${name}() needs another list as its argument`);
  return value;
}

function chunk(run: Run, self: readonly unknown[], [size]: readonly unknown[]): unknown {
  const length = toInteger(run, size);
  if (length < 1) throw new ExpressionError("chunk() needs a length of at least 1");
  const count = Math.ceil(self.length / length);
  return Array.from({ length: count }, (_none, index) => self.slice(index * length, (index + 1) * length));
}

/**
 * Returns the value of the named field of each object, or a list of values for an object that has several of the named
 * fields. Leaves out entries that have none of these fields.
 */
function pluck(run: Run, self: readonly unknown[], fields: readonly unknown[]): unknown {
  if (fields.length === 0) return self;
  const names = new Set(fields.map((field) => toText(run, field)));
  return self.flatMap((entry) => {
    const found = isPlain(entry) ? Object.keys(entry).filter((name) => names.has(name)) : [];
    if (!isPlain(entry) || found.length === 0) return [];
    const values = found.map((name) => entry[name]);
    return [values.length === 1 ? values[0] : values];
  });
}

function renameKeys(run: Run, self: readonly unknown[], args: readonly unknown[]): unknown {
  const names = args.map((arg) => toText(run, arg));
  const targets = new Map(
    names.flatMap((name, index) => (index % 2 === 0 ? [[name, names[index + 1] ?? name]] : [])),
  );
  return self.map((entry) => {
    if (!isPlain(entry)) return entry;
    const result: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(entry)) define(result, targets.get(name) ?? name, value);
    return result;
  });
}

function smartJoin(run: Run, self: readonly unknown[], [keyField, valueField]: readonly unknown[]): unknown {
  const [key, value] = [toText(run, keyField), toText(run, valueField)];
  const result: Record<string, unknown> = {};
  for (const entry of self)
    if (isPlain(entry) && Object.hasOwn(entry, key) && Object.hasOwn(entry, value))
      define(result, toText(run, entry[key]), entry[value]);
  return result;
}

/**
 * Merges two lists of objects into one object. In each pair of objects at the same position, the fields of the first
 * object win. Between pairs, the fields of the last pair win.
 */
function mergeItems(run: Run, self: readonly unknown[], others: readonly unknown[], count: number): unknown {
  const result: Record<string, unknown> = {};
  for (let index = 0; index < count; index++) {
    const pair = mergeObjects(self[index], run.current(others[index]));
    for (const [name, value] of isPlain(pair) ? Object.entries(pair) : []) define(result, name, value);
  }
  return result;
}

/** Merges the objects of a list into one. The fields of the first object win. */
function mergeOwnItems(self: readonly unknown[]): unknown {
  return self.reduce((merged, entry) => (isPlain(entry) ? mergeObjects(merged, entry) : merged), {});
}

const TABLE: Record<string, ArrayFunction> = {
  ...WITHOUT_CONVERSION,
  append: (_run, self, args) => [...self, ...args],
  average: (_run, self) => (self.length === 0 ? 0 : sum(self, "average") / self.length),
  chunk: chunk,
  compact: (_run, self) =>
    self
      .filter((entry) => !isNothing(entry))
      .map(compactNested)
      .filter((entry) => !isPlain(entry) || Object.keys(entry).length > 0),
  difference: (run, self, [other]) => {
    const seen = new Set(requireList(other, "difference").map((entry) => identity(run, entry)));
    return removeDuplicates(
      run,
      self.filter((entry) => !seen.has(identity(run, entry))),
    );
  },
  first: (_run, self) => self[0],
  intersection: (run, self, [other]) => {
    const seen = new Set(requireList(other, "intersection").map((entry) => identity(run, entry)));
    return removeDuplicates(
      run,
      self.filter((entry) => seen.has(identity(run, entry))),
    );
  },
  isEmpty: (_run, self) => self.length === 0,
  isNotEmpty: (_run, self) => self.length > 0,
  last: (_run, self) => self.at(-1),
  length: (_run, self) => self.length,
  max: (_run, self) =>
    requireNumbers(self, "max").reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY),
  merge: (run, self, [other]) => {
    if (other === undefined) return mergeOwnItems(self);
    const others = requireList(other, "merge");
    return mergeItems(run, self, others, Math.min(self.length, others.length));
  },
  mergeIntoObject: (run, self, [other]) => {
    const others = requireList(other, "mergeIntoObject");
    return mergeItems(run, self, others, Math.max(self.length, others.length));
  },
  min: (_run, self) =>
    requireNumbers(self, "min").reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY),
  pluck: pluck,
  randomItem: (_run, self) => self[Math.floor(Math.random() * self.length)],
  removeDuplicates: (run, self, keys) => removeDuplicates(run, self, keys),
  renameKeys: renameKeys,
  size: (_run, self) => self.length,
  smartJoin,
  sum: (_run, self) => sum(self, "sum"),
  toJsonString: (run, self) => JSON.stringify(toJson(run, self)),
  union: (run, self, [other]) => removeDuplicates(run, [...self, ...requireList(other, "union")]),
  unique: (run, self, keys) => removeDuplicates(run, self, keys),
};

export const ARRAY_EXTENSIONS: Record<string, ArrayFunction> = Object.fromEntries(
  Object.entries(TABLE).map(([name, method]): [string, ArrayFunction] => [
    name,
    (run, self, args) => {
      run.entries(self.length + args.length);
      return method(
        run,
        self.map((entry) => run.current(entry)),
        args,
      );
    },
  ]),
);
