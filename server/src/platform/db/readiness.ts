import pg from "pg";

/**
 * How long the database may take to reply. A healthy database replies within a millisecond, and probes wait a few
 * seconds.
 */
const ANSWER_MS = 2_000;
/** The endpoint is public. A result is reused for this long, so that probes cost the database almost nothing. */
const FRESH_MS = 1_000;

/**
 * Checks whether the database replies. It uses a separate connection: a node whose pool is busy is still ready, and a
 * probe must not wait behind requests.
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
    // The next check reports a lost connection.
    this.#pool.on("error", () => {});
  }

  /** Rejects with the reason if the database does not reply. */
  check(): Promise<void> {
    const known = this.#known;
    if (known !== null && performance.now() < known.freshUntil) return known.answer;
    const answer = this.#pool.query("SELECT 1").then(() => {});
    const keepUntil = (freshUntil: number) => {
      this.#known = { freshUntil, answer };
    };
    // Concurrent probes share one check.
    keepUntil(Number.POSITIVE_INFINITY);
    const isAnswered = () => keepUntil(performance.now() + FRESH_MS);
    answer.then(isAnswered, isAnswered);
    return answer;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
