import type { Run } from "../interpreter/run.ts";

/** A method of a value: `self.name(...args)`. */
export type Method = (run: Run, self: unknown, args: readonly unknown[]) => unknown;

/** Defines the methods of values of one kind, which the caller has checked. */
export function defineMethods<Self>(
  table: Readonly<Record<string, (run: Run, self: Self, args: readonly unknown[]) => unknown>>,
): ReadonlyMap<string, Method> {
  return new Map(Object.entries(table)) as ReadonlyMap<string, Method>;
}
