import { WorkflowLimit } from "../../model/node-error.ts";
import { ExpressionError } from "../expression-error.ts";

/** Carries what an author's `throw` threw. */
export class Thrown extends Error {
  override readonly name = "Thrown";
  readonly value: unknown;

  constructor(value: unknown) {
    super("thrown by the expression");
    this.value = value;
  }
}

/** What `catch (error)` sees. */
export function toThrownValue(error: unknown): unknown {
  return error instanceof Thrown ? error.value : error;
}

/** What no `catch` of an author may hold up: refusals, bounds, and the host's own stack and memory. */
export function isFinal(error: unknown): boolean {
  return error instanceof ExpressionError || error instanceof WorkflowLimit || isExhaustion(error);
}

/** The host's stack was used up, or a text was longer than any may be. */
export function isExhaustion(error: unknown): boolean {
  return error instanceof RangeError && /call stack|Invalid string length/.test(error.message);
}
