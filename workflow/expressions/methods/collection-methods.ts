import { MAX_ENTRIES } from "../interpreter/limits.ts";
import type { Run } from "../interpreter/run.ts";
import { callValue } from "../values/callable.ts";
import { defineMethods } from "./method.ts";

function spendAnd(run: Run, size: number): void {
  if (size > MAX_ENTRIES) run.entries(size);
  run.spend(1);
}

export const MAP_METHODS = defineMethods<Map<unknown, unknown>>({
  get: (_run, self, [key]) => self.get(key),
  has: (_run, self, [key]) => self.has(key),
  set: (run, self, [key, value]) => {
    spendAnd(run, self.size + 1);
    return self.set(key, value);
  },
  delete: (_run, self, [key]) => self.delete(key),
  clear: (_run, self) => self.clear(),
  keys: (run, self) => run.own([...self.keys()]),
  values: (run, self) => run.own([...self.values()]),
  entries: (run, self) => run.own(Array.from(self, (pair) => [...pair])),
  forEach: (run, self, [callee]) => {
    for (const [key, value] of self) callValue(run, callee, [value, key, self]);
  },
});

export const SET_METHODS = defineMethods<Set<unknown>>({
  has: (_run, self, [value]) => self.has(value),
  add: (run, self, [value]) => {
    spendAnd(run, self.size + 1);
    return self.add(value);
  },
  delete: (_run, self, [value]) => self.delete(value),
  clear: (_run, self) => self.clear(),
  keys: (run, self) => run.own([...self]),
  values: (run, self) => run.own([...self]),
  entries: (run, self) => run.own(Array.from(self, (value) => [value, value])),
  forEach: (run, self, [callee]) => {
    for (const value of self) callValue(run, callee, [value, value, self]);
  },
});
