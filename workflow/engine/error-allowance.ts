import { boundText, ERROR_MAX_CHARS } from "@stoa/contract/bounded-text";

/** The maximum number of characters of all errors in a run's trace: enough for thirty of the longest errors. */
const ALLOWED_CHARS = 500_000;

/**
 * The number of characters of each error that are always kept, even if earlier errors have used up the limit. They
 * include the error's first lines.
 */
const LEAST_CHARS = 500;

/** Limits the length of each error in a run's trace, and of all errors together. */
export class ErrorBudget {
  #charsLeft = ALLOWED_CHARS;

  /** Returns the error, shortened if it exceeds its own limit or the rest of the run's limit. */
  take(error: string): string {
    const most = Math.min(ERROR_MAX_CHARS, Math.max(LEAST_CHARS, this.#charsLeft));
    const bounded = boundText(error, most);
    this.#charsLeft -= bounded.length;
    return bounded;
  }
}
