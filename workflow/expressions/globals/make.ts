import type { Run } from "../interpreter/run.ts";
import { Callable } from "../values/callable.ts";

export type HostFunction = (run: Run, args: readonly unknown[]) => unknown;

/** Creates callables from a table of host functions, keyed by name. */
export function defineFunctions(table: Readonly<Record<string, HostFunction>>): Record<string, Callable> {
  return Object.fromEntries(Object.entries(table).map(([name, call]) => [name, new Callable(name, call)]));
}

interface Parts {
  /** The result of `Name(...)`; by default the same as `new Name(...)`. */
  call?: HostFunction;
  construct: HostFunction;
  holds(value: unknown): boolean;
  members?: Readonly<Record<string, unknown>>;
}

/** Creates a name that can be called, constructed with `new` and used with `instanceof`, and that has members. */
export function defineConstructor(title: string, parts: Parts): Callable {
  return new Callable(title, parts.call ?? parts.construct, {
    construct: parts.construct,
    holds: parts.holds,
    members: new Map(Object.entries(parts.members ?? {})),
  });
}
