import type { WaitStore } from "./wait-store.ts";

/**
 * How often answers that arrived on other nodes are looked for. The interval is the same as for cancel requests,
 * so that a run continues soon after an answer.
 */
const LOOK_MS = 250;

/** The waits of the runs on this node. Wakes each wait when it is answered, whichever node receives the answer. */
export class AnsweredWaits {
  readonly #store: Pick<WaitStore, "findAnswered">;
  readonly #log: { error(fields: object, message: string): void };
  readonly #waiting = new Map<string, () => void>();
  #isLooking = false;

  constructor({
    store,
    log,
  }: {
    store: Pick<WaitStore, "findAnswered">;
    log: { error(fields: object, message: string): void };
  }) {
    this.#store = store;
    this.#log = log;
  }

  /** Settles when the wait is answered, after `ms`, or when the signal aborts. */
  async waitUntilAnswered(hash: Buffer, ms: number, signal: AbortSignal): Promise<void> {
    const key = hash.toString("hex");
    let done: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      done = resolve;
    });
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
    this.#waiting.set(key, done);
    if (!this.#isLooking) this.#lookLater();
    try {
      await over;
    } finally {
      this.#waiting.delete(key);
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
    }
  }

  /** Wakes a wait that was answered on this node, without polling the database. */
  wake(hash: Buffer): void {
    this.#waiting.get(hash.toString("hex"))?.();
  }

  #lookLater(): void {
    this.#isLooking = true;
    setTimeout(() => void this.#look(), LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    try {
      const hashes = [...this.#waiting.keys()].map((key) => Buffer.from(key, "hex"));
      if (hashes.length > 0) for (const hash of await this.#store.findAnswered(hashes)) this.wake(hash);
    } catch (error) {
      this.#log.error({ err: error }, "failed to look for answers to waiting runs");
    }
    this.#isLooking = false;
    if (this.#waiting.size > 0) this.#lookLater();
  }
}
