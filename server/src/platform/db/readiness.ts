import pg from "pg";

/** A healthy database answers in a millisecond; probes themselves wait a few seconds. */
const ANSWER_MS = 2_000;
/** Anybody may ask. An answer is reused for this long, so that probes cost the database next to nothing. */
const FRESH_MS = 1_000;

/**
 * Tells whether the database answers. It has a connection of its own: a node whose pool is busy is still ready, and a
 * probe must not wait behind its requests.
 */
export class Readiness {
  readonly #pool: pg.Pool;
  #known: { readonly freshUntil: number; readonly answer: Promise<void> } | null = null;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 1,
      application_name: "stoa readiness",
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    // Lost connections show in the next answer.
    this.#pool.on("error", () => {});
  }

  /** Rejects with the reason while the database does not answer. */
  check(): Promise<void> {
    const known = this.#known;
    if (known !== null && performance.now() < known.freshUntil) return known.answer;
    const answer = this.#pool.query("SELECT 1").then(() => {});
    const keepUntil = (freshUntil: number) => {
      this.#known = { freshUntil, answer };
    };
    // Probes that come while one is waiting share its answer.
    keepUntil(Number.POSITIVE_INFINITY);
    const isAnswered = () => keepUntil(performance.now() + FRESH_MS);
    answer.then(isAnswered, isAnswered);
    return answer;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
