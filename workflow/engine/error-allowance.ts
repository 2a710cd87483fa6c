import { boundText, ERROR_MAX_CHARS } from "@stoa/contract/bounded-text";

/** Characters of all errors in the trace of one run: thirty of the longest, which is more than anybody reads. */
const ALLOWED_CHARS = 500_000;

/** What is always shown of an error, however many came before it: its first lines. */
const LEAST_CHARS = 500;

/** Bounds the errors of the nodes of one run, each for itself and all together. */
export class ErrorBudget {
  #charsLeft = ALLOWED_CHARS;

  /** Returns the error, whole if there is room for it. */
  take(error: string): string {
    const most = Math.min(ERROR_MAX_CHARS, Math.max(LEAST_CHARS, this.#charsLeft));
    const bounded = boundText(error, most);
    this.#charsLeft -= bounded.length;
    return bounded;
  }
}
