import { ApiError, ConnectionError, StoaError, TimeoutError } from "./errors.ts";

/** How long one attempt may take, and whether its caller still wants it. Close it when the attempt is over. */
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

  /** Begins anew with this many milliseconds. */
  renew(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#abort();
    }, ms);
  }

  /** What a failure of the attempt means: the caller's own reason where they gave up. */
  meaningOf(error: unknown): unknown {
    if (this.#caller?.aborted) return this.#caller.reason;
    if (this.#isOver) return new TimeoutError("The server did not answer in time");
    if (error instanceof ApiError) return error;
    if (error instanceof SyntaxError)
      return new StoaError("The answer is not of a Stoa server: is its address right?", { cause: error });
    return new ConnectionError("The server cannot be reached, or the connection broke", { cause: error });
  }

  /** Ends the attempt with whatever of its answer is still coming. */
  abandon(): void {
    this.close();
    this.#abort();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#abort);
  }
}
