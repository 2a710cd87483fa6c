import type { Run } from "../interpreter/run.ts";
import { Callable } from "../values/callable.ts";

export type HostFunction = (run: Run, args: readonly unknown[]) => unknown;

/** Functions by their names. */
export function defineFunctions(table: Readonly<Record<string, HostFunction>>): Record<string, Callable> {
  return Object.fromEntries(Object.entries(table).map(([name, call]) => [name, new Callable(name, call)]));
}

interface Parts {
  /** `Name(...)`; the same as `new Name(...)` where nothing is said. */
  call?: HostFunction;
  construct: HostFunction;
  holds(value: unknown): boolean;
  members?: Readonly<Record<string, unknown>>;
}

/** A name that is called, constructed with `new`, asked for with `instanceof`, and has members of its own. */
export function defineConstructor(title: string, parts: Parts): Callable {
  return new Callable(title, parts.call ?? parts.construct, {
    construct: parts.construct,
    holds: parts.holds,
    members: new Map(Object.entries(parts.members ?? {})),
  });
}
