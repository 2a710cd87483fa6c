import { LRUCache } from "lru-cache";
import type { Known } from "../../platform/http/caller.ts";

/** Nodes may lag behind each other by at most this long, as they do for credentials. */
const CACHE_MS = 5000;

interface Entry<V> {
  answer: Promise<V>;
  value?: V;
}

/**
 * Answers of the last seconds on this node. Callers that ask for the same at once wait for one answer; a failure is
 * not kept. `size` is in the unit of `maxSize`.
 */
export class TtlCache<V extends object | string> {
  readonly #entries: LRUCache<string, Entry<V>>;
  readonly #sizeOf: (value: V) => number;

  constructor(options: { maxEntries: number; sizeOf?: (value: V) => number; maxSize?: number }) {
    this.#sizeOf = options.sizeOf ?? (() => 1);
    this.#entries = new LRUCache({
      max: options.maxEntries,
      maxSize: options.maxSize ?? options.maxEntries,
      ttl: CACHE_MS,
      /** Monotonic: setting the clock does not lengthen the five seconds. */
      perf: performance,
    });
  }

  get(key: string, make: () => Promise<V>): Known<V> {
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

  /** After a change on this node, which its author wants to see at once. */
  clear(): void {
    this.#entries.clear();
  }

  /** The size is known only now. The library takes a new size with a new entry alone. */
  #keep(key: string, entry: Entry<V>, value: V): void {
    if (this.#entries.peek(key) !== entry) return;
    const ttl = this.#entries.getRemainingTTL(key);
    if (ttl > 0) this.#entries.set(key, { ...entry, value }, { size: Math.max(1, this.#sizeOf(value)), ttl });
  }

  #forget(key: string, entry: Entry<V>): void {
    if (this.#entries.peek(key) === entry) this.#entries.delete(key);
  }
}
