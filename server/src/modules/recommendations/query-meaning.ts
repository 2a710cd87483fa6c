import { LRUCache } from "lru-cache";
import { toEmbeddable } from "./agent-passages.ts";
import { type Embedder, EmbedderUnavailable } from "./embedder/embedder.ts";
import { computeDirection, type Direction, toBytes } from "./vector.ts";

/**
 * The number of queries whose vectors are kept, half a kilobyte each. Screens send the same query again when a
 * filter changes.
 */
const KEPT_QUERIES = 2_000;
/**
 * How long a query waits for its vector: a person accepts this wait for a better result, and the embedder's first
 * start on a busy machine takes as long.
 */
const WAIT_MS = 3_000;

interface Log {
  warn(details: object, message: string): void;
}

/** Embeds queries, as directions to compare agents with. */
export class QueryMeaning {
  readonly #embedder: Embedder;
  readonly #log: Log;
  readonly #kept = new LRUCache<string, Direction>({ max: KEPT_QUERIES });

  constructor(embedder: Embedder, log: Log) {
    this.#embedder = embedder;
    this.#log = log;
  }

  /** Returns the direction of a query; `undefined` if the embedder does not understand it or takes too long. */
  async embed(text: string): Promise<Direction | undefined> {
    const query = toEmbeddable(text, this.#embedder.textMaxLength);
    const known = this.#kept.get(query);
    if (known || !this.#embedder.canEmbed(query)) return known;
    try {
      const [vector] = await withTimeout(this.#embedder.embed([query]));
      if (!vector) return undefined;
      const direction = computeDirection(toBytes(vector));
      this.#kept.set(query, direction);
      return direction;
    } catch (error) {
      if (!(error instanceof EmbedderUnavailable)) throw error;
      this.#log.warn(
        { reason: error.message },
        "semantic search failed; the query was matched by words only",
      );
      return undefined;
    }
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EmbedderUnavailable("the embedder timed out")), WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
