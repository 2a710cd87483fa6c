import { ExpressionError } from "../expression-error.ts";
import { MAX_ENTRIES } from "../interpreter/limits.ts";
import type { Run } from "../interpreter/run.ts";
import { callValue } from "../values/callable.ts";
import { toEntries, toNumber } from "../values/conversions.ts";
import { isPlain } from "../values/kinds.ts";
import { constructorOf, functions } from "./make.ts";

function emptyList(run: Run, length: unknown): unknown[] {
  const wanted = toNumber(run, length);
  if (!Number.isInteger(wanted) || wanted < 0) throw new RangeError("Invalid array length");
  run.entries(wanted);
  return run.own(Array.from<unknown>({ length: wanted }));
}

function list(run: Run, args: readonly unknown[]): unknown[] {
  return args.length === 1 && typeof args[0] === "number" ? emptyList(run, args[0]) : run.own([...args]);
}

/** Lists, texts and sets, or `{ length: 3 }`. */
function listFrom(run: Run, [source, make]: readonly unknown[]): unknown[] {
  const entries =
    isPlain(source) && !("size" in source)
      ? emptyList(run, source.length ?? 0).map((_none, index) => source[String(index)])
      : toEntries(run, source);
  return run.own(
    make === undefined ? [...entries] : entries.map((entry, index) => callValue(run, make, [entry, index])),
  );
}

function pairs(run: Run, source: unknown): [unknown, unknown][] {
  if (source === undefined || source === null) return [];
  return toEntries(run, source).map((pair) => {
    if (!Array.isArray(pair)) throw new TypeError("Iterator value is not an entry object");
    return [pair[0], pair[1]];
  });
}

/** Lists, maps and sets. */
export const COLLECTIONS: Readonly<Record<string, unknown>> = {
  Array: constructorOf("Array", {
    construct: list,
    holds: Array.isArray,
    members: functions({
      isArray: (_run, [value]) => Array.isArray(value),
      from: listFrom,
      of: (run, args) => run.own([...args]),
    }),
  }),
  Map: constructorOf("Map", {
    call: refuseWithoutNew,
    construct: (run, [source]) => new Map(pairs(run, source)),
    holds: (value) => value instanceof Map,
  }),
  Set: constructorOf("Set", {
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
