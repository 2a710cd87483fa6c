import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/**
 * The first pause before a new connection. A server that restarts is back within a second or two. After that, one
 * attempt every five seconds is enough.
 */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/**
 * A connection that the network has dropped stays silent, so it is checked at this interval, with this time to reply.
 */
const CHECK_MS = 15_000;
const ANSWER_MS = 5_000;

interface ListenerOptions {
  url: string;
  channel: string;
  onNotice: (payload: string) => void;
  /** Reports a new connection. Notifications that were sent before it may have been missed. */
  onListening: () => void;
  log: { warn(details: { reason: string }, message: string): void };
}

/** A separate connection of the node for LISTEN, which is reopened whenever it is lost. */
export class NoticeListener {
  readonly #options: ListenerOptions;
  readonly #closing = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#ended = this.#keepListening();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await this.#listen(() => {
          pause = FIRST_PAUSE_MS;
        });
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        this.#options.log.warn({ reason }, "lost the database connection for notifications");
        await wait(pause, undefined, { signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Listens until `close` is called. @throws if the connection is lost. */
  async #listen(onListening: () => void): Promise<void> {
    const { url, channel, onNotice } = this.#options;
    const closing = this.#closing.signal;
    const client = new pg.Client({
      connectionString: url,
      application_name: "stoa notices",
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    const over = new AbortController();
    const end = () => over.abort();
    let reason = new Error("closed by the server");
    client.on("error", (error) => {
      reason = error;
      end();
    });
    client.on("end", end);
    client.on("notification", ({ payload }) => onNotice(payload ?? ""));
    closing.addEventListener("abort", end);
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      onListening();
      this.#options.onListening();
      while (!over.signal.aborted) {
        await wait(CHECK_MS, undefined, { signal: over.signal }).catch(() => undefined);
        if (!over.signal.aborted) await client.query("SELECT");
      }
      if (!closing.aborted) throw reason;
    } finally {
      closing.removeEventListener("abort", end);
      await Promise.race([client.end(), wait(ANSWER_MS, undefined, { ref: false })]).catch(() => undefined);
    }
  }
}
