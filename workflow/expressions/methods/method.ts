import type { Run } from "../interpreter/run.ts";

/** What may be done with a value: `self.name(...args)`. */
export type Method = (run: Run, self: unknown, args: readonly unknown[]) => unknown;

/** A table of methods for values of one kind, which the caller has made sure of. */
export function defineMethods<Self>(
  table: Readonly<Record<string, (run: Run, self: Self, args: readonly unknown[]) => unknown>>,
): ReadonlyMap<string, Method> {
  return new Map(Object.entries(table)) as ReadonlyMap<string, Method>;
}
