import { FairQueue } from "@stoa/gateway";

/**
 * Limits how many trials run at once, with one per account. A trial that finds no free slot waits, and accounts take
 * turns. A trial takes a fraction of a second, so most callers never notice the wait.
 */
export class TrialPlaces {
  #free: number;
  readonly #patienceMs: number;
  readonly #waiting = new FairQueue<() => void>();
  /** The accounts that have a slot. */
  readonly #holders = new Set<string>();

  constructor(atOnce: number, patienceMs: number) {
    this.#free = atOnce;
    this.#patienceMs = patienceMs;
  }

  /** Resolves with a function that releases the slot, or with undefined if none became free in time. */
  take(accountId: string): Promise<(() => void) | undefined> {
    if (this.#free > 0 && !this.#holders.has(accountId)) return Promise.resolve(this.#hold(accountId));
    return new Promise((resolve) => {
      const serve = () => {
        clearTimeout(timer);
        resolve(this.#hold(accountId));
      };
      const timer = setTimeout(() => {
        this.#waiting.remove(accountId, serve);
        resolve(undefined);
      }, this.#patienceMs);
      this.#waiting.add(accountId, serve);
    });
  }

  #hold(accountId: string): () => void {
    this.#free -= 1;
    this.#holders.add(accountId);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#free += 1;
      this.#holders.delete(accountId);
      this.#waiting.take((waiting) => !this.#holders.has(waiting))?.();
    };
  }
}
