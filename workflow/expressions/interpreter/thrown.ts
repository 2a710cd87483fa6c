import { WorkflowLimit } from "../../model/node-error.ts";
import { ExpressionError, NodeReadError } from "../expression-error.ts";

/** Carries the value of an author's `throw`. */
export class Thrown extends Error {
  override readonly name = "Thrown";
  readonly value: unknown;

  constructor(value: unknown) {
    super("thrown by the expression");
    this.value = value;
  }
}

/** Returns the value that `catch (error)` receives. */
export function toThrownValue(error: unknown): unknown {
  return error instanceof Thrown ? error.value : error;
}

/**
 * Returns whether the author's `catch` must not catch the error, as for refused expressions, limits, and an exhausted
 * stack or memory of the host.
 */
export function isFinal(error: unknown): boolean {
  const isRefused = error instanceof ExpressionError && !(error instanceof NodeReadError);
  return isRefused || error instanceof WorkflowLimit || isExhaustion(error);
}

/** Returns whether the host's stack was exhausted, or a string exceeded the maximum length. */
export function isExhaustion(error: unknown): boolean {
  return error instanceof RangeError && /call stack|Invalid string length/.test(error.message);
}
