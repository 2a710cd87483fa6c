import type { Run } from "../interpreter/run.ts";

/**
 * A function that expressions may call, which an author or we have defined. Expressions never get a host `Function`,
 * from which they could reach the host's internals.
 */
export class Callable {
  readonly title: string;
  readonly call: (run: Run, args: readonly unknown[]) => unknown;
  readonly kind: CallableKind;

  constructor(title: string, call: (run: Run, args: readonly unknown[]) => unknown, kind: CallableKind = {}) {
    this.title = title;
    this.call = call;
    this.kind = kind;
  }
}

interface CallableKind {
  /** Evaluates `new Name(...)`. */
  construct?: (run: Run, args: readonly unknown[]) => unknown;
  /** Evaluates `value instanceof Name`. */
  holds?: (value: unknown) => boolean;
  /** Reads `Name.member`. */
  members?: ReadonlyMap<string, unknown>;
}

/** Calls a function within the nesting limit. @throws TypeError if `callee` is not a function */
export function callValue(run: Run, callee: unknown, args: readonly unknown[], title = "value"): unknown {
  if (!(callee instanceof Callable)) throw new TypeError(`${title} is not a function`);
  run.spend(1);
  return run.within(() => callee.call(run, args));
}
