import { ApiError, ConnectionError, StoaError, TimeoutError } from "./errors.ts";

/** The time limit of one attempt, combined with the caller's signal. Close it when the attempt is over. */
export class Patience {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #abort = () => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    if (caller?.aborted) this.#abort();
    caller?.addEventListener("abort", this.#abort, { once: true });
    this.renew(ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the time limit with this many milliseconds. */
  renew(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#abort();
    }, ms);
  }

  /**
   * Returns the error for a failed attempt. If the caller canceled the attempt, returns the reason of the caller's
   * signal.
   */
  explainError(error: unknown): unknown {
    if (this.#caller?.aborted) return this.#caller.reason;
    if (this.#isOver)
      return new TimeoutError("The server did not respond in time. Try again, or set a longer timeout.");
    if (error instanceof ApiError) return error;
    if (error instanceof SyntaxError)
      return new StoaError("The response is not from a Stoa server. Check the server's URL.", {
        cause: error,
      });
    return new ConnectionError(
      "Could not reach the server, or the connection was lost. Check the server's URL and try again.",
      { cause: error },
    );
  }

  /** Ends the attempt and discards the rest of its response. */
  abandon(): void {
    this.close();
    this.#abort();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#abort);
  }
}
