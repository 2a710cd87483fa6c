import { ExpressionError } from "../expression-error.ts";
import { MAX_ENTRIES } from "../interpreter/limits.ts";
import type { Run } from "../interpreter/run.ts";
import { callValue } from "../values/callable.ts";
import { toEntries, toNumber } from "../values/conversions.ts";
import { isPlain } from "../values/kinds.ts";
import { defineConstructor, defineFunctions } from "./make.ts";

function createEmptyList(run: Run, length: unknown): unknown[] {
  const count = toNumber(run, length);
  if (!Number.isInteger(count) || count < 0) throw new RangeError("Invalid array length");
  run.entries(count);
  return run.own(Array.from<unknown>({ length: count }));
}

function createList(run: Run, args: readonly unknown[]): unknown[] {
  return args.length === 1 && typeof args[0] === "number"
    ? createEmptyList(run, args[0])
    : run.own([...args]);
}

/** Creates a list from a list, a string, a set, or an object such as `{ length: 3 }`. */
function createListFrom(run: Run, [source, make]: readonly unknown[]): unknown[] {
  const entries =
    isPlain(source) && !("size" in source)
      ? createEmptyList(run, source.length ?? 0).map((_none, index) => source[String(index)])
      : toEntries(run, source);
  return run.own(
    make === undefined ? [...entries] : entries.map((entry, index) => callValue(run, make, [entry, index])),
  );
}

function readPairs(run: Run, source: unknown): [unknown, unknown][] {
  if (source === undefined || source === null) return [];
  return toEntries(run, source).map((pair) => {
    if (!Array.isArray(pair)) throw new TypeError("Iterator value is not an entry object");
    return [pair[0], pair[1]];
  });
}

/** The functions of lists, maps and sets. */
export const COLLECTIONS: Readonly<Record<string, unknown>> = {
  Array: defineConstructor("Array", {
    construct: createList,
    holds: Array.isArray,
    members: defineFunctions({
      isArray: (_run, [value]) => Array.isArray(value),
      from: createListFrom,
      of: (run, args) => run.own([...args]),
    }),
  }),
  Map: defineConstructor("Map", {
    call: refuseWithoutNew,
    construct: (run, [source]) => new Map(readPairs(run, source)),
    holds: (value) => value instanceof Map,
  }),
  Set: defineConstructor("Set", {
    call: refuseWithoutNew,
    construct: (run, [source]) => {
      const entries = source === undefined || source === null ? [] : toEntries(run, source);
      if (entries.length > MAX_ENTRIES) throw new ExpressionError("a set in it has too many entries");
      return new Set(entries);
    },
    holds: (value) => value instanceof Set,
  }),
};

function refuseWithoutNew(): never {
  throw new TypeError("Constructor requires 'new'");
}
