import type { Run } from "../interpreter/run.ts";
import { callValue } from "../values/callable.ts";
import { toInteger, toNumber, toText } from "../values/conversions.ts";

type ArrayMethod = (run: Run, self: unknown[], args: readonly unknown[]) => unknown;

/** Defines a method that changes the list. If the list belongs to an item, the method changes a copy. */
function defineChanging(
  method: (list: unknown[], args: readonly unknown[], run: Run) => unknown,
): ArrayMethod {
  return (run, self, args) => {
    const list = run.writable(self);
    run.entries(list.length + args.length);
    return method(list, args, run);
  };
}

/** Sorts a list. Undefined comes last. Other values are compared by their text or by the author's function. */
function sortList(run: Run, list: unknown[], compare: unknown): unknown[] {
  const rest = list.filter((entry) => entry !== undefined);
  if (compare === undefined) {
    const texts = new Map(rest.map((entry) => [entry, toText(run, entry)]));
    rest.sort((left, right) => compareTexts(texts.get(left) ?? "", texts.get(right) ?? ""));
  } else rest.sort((left, right) => toNumber(run, callValue(run, compare, [left, right])));
  return [...rest, ...Array.from<undefined>({ length: list.length - rest.length })];
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function replaceAll(list: unknown[], entries: readonly unknown[]): unknown[] {
  for (const [index, entry] of entries.entries()) list[index] = entry;
  return list;
}

export const ARRAY_CHANGING: Record<string, ArrayMethod> = {
  push: defineChanging((list, args) => list.push(...args)),
  pop: defineChanging((list) => list.pop()),
  shift: defineChanging((list) => list.shift()),
  unshift: defineChanging((list, args) => list.unshift(...args)),
  splice: defineChanging((list, args, run) => {
    const [start, count, ...added] = args;
    const from = toInteger(run, start);
    const removed = args.length < 2 ? list.splice(from) : list.splice(from, toInteger(run, count), ...added);
    return run.own(removed);
  }),
  reverse: defineChanging((list) => list.reverse()),
  sort: defineChanging((list, [compare], run) => replaceAll(list, sortList(run, list, compare))),
  fill: defineChanging((list, [entry, start, end], run) =>
    list.fill(entry, toInteger(run, start), toInteger(run, end, list.length)),
  ),
  toSorted: (run, self, [compare]) => {
    run.entries(self.length);
    return run.own(sortList(run, self, compare));
  },
};
