import { ExpressionError } from "../expression-error.ts";
import type { Run } from "./run.ts";

interface Variable {
  value: unknown;
  constant: boolean;
  /** Whether the declaration of a `let` or `const` has not been reached yet. */
  waiting: boolean;
}

/** The variables of a block. Variables of the enclosing blocks are visible too. */
export class ScopeFrame {
  readonly run: Run;
  readonly #outer: ScopeFrame | undefined;
  readonly #variables = new Map<string, Variable>();

  /** Whether this is the frame of a function. A `var` belongs to the nearest frame of a function. */
  readonly #isFunction: boolean;

  constructor(run: Run, outer?: ScopeFrame, isFunction = true) {
    this.run = run;
    this.#outer = outer;
    this.#isFunction = isFunction;
  }

  createInner(): ScopeFrame {
    return new ScopeFrame(this.run, this, false);
  }

  /** Returns a copy, because each iteration of a `for` loop has its own variables, which its functions capture. */
  copy(): ScopeFrame {
    const copy = new ScopeFrame(this.run, this.#outer, this.#isFunction);
    for (const [name, variable] of this.#variables) copy.#variables.set(name, { ...variable });
    return copy;
  }

  declare(name: string, value: unknown, constant = false): void {
    this.#variables.set(name, { value, constant, waiting: false });
  }

  declareForFunction(name: string, value: unknown): void {
    if (this.#isFunction || this.#variables.has(name) || !this.#outer) this.declare(name, value);
    else this.#outer.declareForFunction(name, value);
  }

  /** Declares a variable that cannot be read or assigned until its declaration is reached. */
  announce(name: string): void {
    if (!this.#variables.has(name))
      this.#variables.set(name, { value: undefined, constant: false, waiting: true });
  }

  find(name: string): { value: unknown } | undefined {
    const variable = this.#variables.get(name);
    if (!variable) return this.#outer?.find(name);
    if (variable.waiting) throw new ReferenceError(`Cannot access '${name}' before initialization`);
    return variable;
  }

  assign(name: string, value: unknown): void {
    const variable = this.#variables.get(name);
    if (variable) {
      if (variable.waiting) throw new ReferenceError(`Cannot access '${name}' before initialization`);
      if (variable.constant) throw new TypeError("Assignment to constant variable.");
      variable.value = value;
    } else if (this.#outer) this.#outer.assign(name, value);
    else
      throw new ExpressionError(
        `"${name}" cannot be assigned to: an expression can only assign to its own variables`,
      );
  }
}
