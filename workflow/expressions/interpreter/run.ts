import { ExpressionError } from "../expression-error.ts";
import type { ExpressionScope } from "../expression-scope.ts";
import { MAX_CALL_DEPTH, MAX_ENTRIES, MAX_STEPS, MAX_TEXT } from "./limits.ts";

/** One evaluation. Tracks how much of its limits it has used, and which data it may change. */
export class Run {
  readonly scope: ExpressionScope;
  /** Evaluates another expression of the workflow file, such as one that `$parameter` reads, within this evaluation's limits. */
  readonly nested: (text: string, run: Run) => unknown;
  readonly #used: { steps: number; depth: number };
  readonly #own = new WeakSet<object>();
  /**
   * Copies of changed items. Items are shared, so an expression changes a copy, which replaces the item for the rest of
   * the evaluation.
   */
  #copies: Map<object, object> | undefined;

  constructor(
    scope: ExpressionScope,
    nested: (text: string, run: Run) => unknown,
    used = { steps: 0, depth: 0 },
  ) {
    this.scope = scope;
    this.nested = nested;
    this.#used = used;
  }

  /** Returns the same evaluation with the scope of another item. */
  withScope(scope: ExpressionScope): Run {
    return new Run(scope, this.nested, this.#used);
  }

  spend(steps: number): void {
    this.#used.steps += steps;
    if (this.#used.steps > MAX_STEPS)
      throw new ExpressionError("it needs more than 1,000,000 steps; it may contain an endless loop");
  }

  /** Checks the length of a string. @throws ExpressionError if the string is too long */
  fits(length: number): void {
    if (length > MAX_TEXT) throw new ExpressionError("a string in it is longer than 10,000,000 characters");
  }

  /** Checks the length of a string that is created or searched, and counts the steps that this takes. */
  text(length: number): void {
    this.fits(length);
    this.spend(1 + length / 64);
  }

  entries(count: number): void {
    if (count > MAX_ENTRIES) throw new ExpressionError("a list in it has more than 1,000,000 entries");
    this.spend(1 + count / 16);
  }

  /** Runs `inner` one level deeper, for nested calls and nested lists. */
  within<T>(inner: () => T): T {
    if (this.#used.depth >= MAX_CALL_DEPTH)
      throw new ExpressionError(`calls or lists in it are nested more than ${MAX_CALL_DEPTH} levels deep`);
    this.#used.depth += 1;
    try {
      return inner();
    } finally {
      this.#used.depth -= 1;
    }
  }

  /** Marks data as created by this evaluation. */
  own<T extends object>(object: T): T {
    this.#own.add(object);
    return object;
  }

  /** Returns this evaluation's changed copy of a value, or the value itself if it has not been changed. */
  current<T>(value: T): T {
    if (this.#copies === undefined || typeof value !== "object" || value === null) return value;
    return (this.#copies.get(value) as T | undefined) ?? value;
  }

  get hasChanged(): boolean {
    return this.#copies !== undefined;
  }

  /** Returns the data if this evaluation has created it, otherwise a copy that it may change. */
  writable<T extends unknown[] | Record<string, unknown>>(data: T): T {
    const current = this.current(data);
    if (this.#own.has(current)) return current;
    const copy = (Array.isArray(current) ? current.slice() : { ...current }) as T;
    this.entries(Array.isArray(copy) ? copy.length : 1);
    this.#copies ??= new Map();
    this.#copies.set(data, copy);
    this.#own.add(copy);
    return copy;
  }
}
