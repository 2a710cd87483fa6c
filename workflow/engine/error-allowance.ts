import { boundText, ERROR_MAX_CHARS } from "@stoa/contract/bounded-text";

/** The maximum total length of the errors in the trace of a run, in characters: enough for thirty of the longest. */
const ALLOWED_CHARS = 500_000;

/** The part of an error that is always shown, regardless of earlier errors: the characters of its first lines. */
const LEAST_CHARS = 500;

/** Limits the errors in the trace of one run, each of them and all together. */
export class ErrorBudget {
  #charsLeft = ALLOWED_CHARS;

  /** Returns the error, shortened if there is not enough room for it. */
  take(error: string): string {
    const most = Math.min(ERROR_MAX_CHARS, Math.max(LEAST_CHARS, this.#charsLeft));
    const bounded = boundText(error, most);
    this.#charsLeft -= bounded.length;
    return bounded;
  }
}
