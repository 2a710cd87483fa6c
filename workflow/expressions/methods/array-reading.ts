import { MAX_ENTRIES } from "../interpreter/limits.ts";
import type { Run } from "../interpreter/run.ts";
import { Callable, callValue } from "../values/callable.ts";
import { joinTexts, toInteger, toText } from "../values/conversions.ts";
import { getKind } from "../values/kinds.ts";

type ArrayMethod = (run: Run, self: readonly unknown[], args: readonly unknown[]) => unknown;
type Visit = (entry: unknown, index: number) => unknown;

/** Defines a method that calls an author's function for each entry. */
function defineVisiting(method: (self: readonly unknown[], visit: Visit, run: Run) => unknown): ArrayMethod {
  return (run, self, [callee]) => {
    if (!(callee instanceof Callable)) throw new TypeError(`${getKind(callee)} is not a function`);
    run.entries(self.length);
    return method(self, (entry, index) => callValue(run, callee, [run.current(entry), index, self]), run);
  };
}

function defineReducing(method: "reduce" | "reduceRight"): ArrayMethod {
  return (run, self, args) => {
    const [callee] = args;
    if (!(callee instanceof Callable)) throw new TypeError(`${getKind(callee)} is not a function`);
    const step = (sum: unknown, entry: unknown, index: number) =>
      callValue(run, callee, [sum, run.current(entry), index, self]);
    return args.length > 1
      ? self[method](step, args[1])
      : (self[method] as (by: typeof step) => unknown)(step);
  };
}

function flatten(run: Run, self: readonly unknown[], depth: number): unknown[] {
  const flat: unknown[] = [];
  const add = (list: readonly unknown[], left: number): void => {
    for (const member of list) {
      const entry = run.current(member);
      run.spend(1);
      if (Array.isArray(entry) && left > 0) run.within(() => add(entry, left - 1));
      else flat.push(entry);
      if (flat.length > MAX_ENTRIES) run.entries(flat.length);
    }
  };
  add(self, depth);
  return run.own(flat);
}

/** Methods that do not change the list. */
export const ARRAY_READING: Record<string, ArrayMethod> = {
  map: defineVisiting((self, visit, run) => run.own(self.map(visit))),
  filter: defineVisiting((self, visit, run) => run.own(self.filter(visit))),
  find: defineVisiting((self, visit) => self.find(visit)),
  findIndex: defineVisiting((self, visit) => self.findIndex(visit)),
  findLast: defineVisiting((self, visit) => self.findLast(visit)),
  findLastIndex: defineVisiting((self, visit) => self.findLastIndex(visit)),
  some: defineVisiting((self, visit) => self.some(visit)),
  every: defineVisiting((self, visit) => self.every(visit)),
  forEach: defineVisiting((self, visit) => self.forEach(visit)),
  flatMap: defineVisiting((self, visit, run) => flatten(run, self.map(visit), 1)),
  reduce: defineReducing("reduce"),
  reduceRight: defineReducing("reduceRight"),
  at: (run, self, [index]) => self.at(toInteger(run, index)),
  includes: (run, self, [entry, from]) => {
    run.entries(self.length);
    return self.includes(entry, toInteger(run, from));
  },
  indexOf: (run, self, [entry, from]) => {
    run.entries(self.length);
    return self.indexOf(entry, toInteger(run, from));
  },
  lastIndexOf: (run, self, args) => {
    run.entries(self.length);
    return args.length > 1 ? self.lastIndexOf(args[0], toInteger(run, args[1])) : self.lastIndexOf(args[0]);
  },
  slice: (run, self, [start, end]) => {
    run.entries(self.length);
    return run.own(self.slice(toInteger(run, start), toInteger(run, end, self.length)));
  },
  concat: (run, self, args) => {
    run.entries(args.reduce<number>((sum, arg) => sum + (Array.isArray(arg) ? arg.length : 1), self.length));
    return run.own(self.concat(...args.map((arg) => run.current(arg))));
  },
  flat: (run, self, [depth]) => flatten(run, self, toInteger(run, depth, 1)),
  join: (run, self, [separator]) =>
    joinTexts(run, self, separator === undefined ? "," : toText(run, separator)),
  toString: (run: Run, self: readonly unknown[]) => joinTexts(run, self, ","),
  toLocaleString: (run: Run, self: readonly unknown[]) => joinTexts(run, self, ","),
  valueOf: (_run: Run, self: readonly unknown[]) => self,
  entries: (run, self) => {
    run.entries(self.length);
    return run.own(Array.from(self, (entry, index) => [index, entry]));
  },
  keys: (run, self) => run.own(Array.from(self, (_entry, index) => index)),
  values: (run, self) => run.own([...self]),
  toReversed: (run, self) => run.own(self.toReversed()),
  toSpliced: (run, self, [start, count, ...added]) => {
    run.entries(self.length + added.length);
    const from = toInteger(run, start);
    return run.own(self.toSpliced(from, toInteger(run, count, self.length), ...added));
  },
  with: (run, self, [index, entry]) => run.own(self.with(toInteger(run, index), entry)),
};
