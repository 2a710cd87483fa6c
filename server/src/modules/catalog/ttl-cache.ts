import { LRUCache } from "lru-cache";
import type { MaybePromise } from "../../platform/http/caller.ts";

/** How long a value is cached. Nodes may lag behind each other by this time, as with credentials. */
const CACHE_MS = 5000;

interface Entry<V> {
  answer: Promise<V>;
  value?: V;
}

/**
 * Caches values for a few seconds on this node. Parallel requests for the same key share one
 * promise. Failures are not cached. `getSize` returns the size of a value, in the unit of
 * `maxSize`.
 */
export class TtlCache<V extends object | string> {
  readonly #entries: LRUCache<string, Entry<V>>;
  readonly #getSize: (value: V) => number;

  constructor(options: { maxEntries: number; getSize?: (value: V) => number; maxSize?: number }) {
    this.#getSize = options.getSize ?? (() => 1);
    this.#entries = new LRUCache({
      max: options.maxEntries,
      maxSize: options.maxSize ?? options.maxEntries,
      ttl: CACHE_MS,
      /** This clock is monotonic, so that setting the system clock does not extend the five seconds. */
      perf: performance,
    });
  }

  get(key: string, make: () => Promise<V>): MaybePromise<V> {
    const known = this.#entries.get(key);
    if (known) return known.value ?? known.answer;
    const entry: Entry<V> = { answer: make() };
    this.#entries.set(key, entry, { size: 1 });
    entry.answer.then(
      (value) => this.#keep(key, entry, value),
      () => this.#forget(key, entry),
    );
    return entry.answer;
  }

  /** Clears the cache after a change on this node, so that the author of the change sees it immediately. */
  clear(): void {
    this.#entries.clear();
  }

  /**
   * Stores the entry again with the size of its value, because the library accepts a new size only with a new entry.
   */
  #keep(key: string, entry: Entry<V>, value: V): void {
    if (this.#entries.peek(key) !== entry) return;
    const ttl = this.#entries.getRemainingTTL(key);
    if (ttl > 0)
      this.#entries.set(key, { ...entry, value }, { size: Math.max(1, this.#getSize(value)), ttl });
  }

  #forget(key: string, entry: Entry<V>): void {
    if (this.#entries.peek(key) === entry) this.#entries.delete(key);
  }
}
