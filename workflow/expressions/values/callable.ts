import type { Run } from "../interpreter/run.ts";

/**
 * A function that expressions may call: an author's own or one of ours. Values of the host's `Function` never
 * reach an expression, so that there is nothing to climb up from.
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
  /** `new Name(...)`. */
  construct?: (run: Run, args: readonly unknown[]) => unknown;
  /** `value instanceof Name`. */
  holds?: (value: unknown) => boolean;
  /** `Name.member`. */
  members?: ReadonlyMap<string, unknown>;
}

/** Calls a function, as deep as may be. @throws TypeError where it is none. */
export function callValue(run: Run, callee: unknown, args: readonly unknown[], title = "value"): unknown {
  if (!(callee instanceof Callable)) throw new TypeError(`${title} is not a function`);
  run.spend(1);
  return run.within(() => callee.call(run, args));
}
