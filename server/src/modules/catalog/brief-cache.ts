import { LRUCache } from "lru-cache";

/** Reading 22 and architecture, Scale: nodes may lag behind one another by at most this long. */
const CACHE_MS = 5000;

/**
 * Answers of the last seconds on this node. Callers that ask for the same at once wait for one answer; a failure is
 * not kept. `size` is in the unit of `maxSize`.
 */
export class BriefCache<V extends object> {
  readonly #entries: LRUCache<string, Promise<V>>;
  readonly #sizeOf: (value: V) => number;

  constructor(options: { maxEntries: number; sizeOf?: (value: V) => number; maxSize?: number }) {
    this.#sizeOf = options.sizeOf ?? (() => 1);
    this.#entries = new LRUCache<string, Promise<V>>({
      max: options.maxEntries,
      maxSize: options.maxSize ?? options.maxEntries,
      ttl: CACHE_MS,
    });
  }

  get(key: string, make: () => Promise<V>): Promise<V> {
    const known = this.#entries.get(key);
    if (known) return known;
    const made = make();
    this.#entries.set(key, made, { size: 1 });
    made.then(
      (value) => this.#resize(key, made, value),
      () => this.#forget(key, made),
    );
    return made;
  }

  /** After a change on this node, which its author wants to see at once. */
  clear(): void {
    this.#entries.clear();
  }

  #resize(key: string, made: Promise<V>, value: V): void {
    if (this.#entries.peek(key) !== made) return;
    const ttl = this.#entries.getRemainingTTL(key);
    if (ttl > 0) this.#entries.set(key, made, { size: Math.max(1, this.#sizeOf(value)), ttl });
  }

  #forget(key: string, made: Promise<V>): void {
    if (this.#entries.peek(key) === made) this.#entries.delete(key);
  }
}
