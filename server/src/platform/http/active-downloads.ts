import type { Readable } from "node:stream";
import { AppError } from "./app-error.ts";

/**
 * When a refused client may try again. The wait is short, because a retry costs little and nobody knows how long a
 * download takes.
 */
const RETRY_AFTER_SECONDS = 5;

/**
 * Allows one file download per account at a time on this node. A file is one request but may need hundreds of
 * statements, so many at once would starve other users of the database.
 */
export class ActiveDownloads {
  readonly #accounts = new Set<string>();
  readonly #refusal: string;

  /** @param refusal The error text for a second download of the same account. */
  constructor(refusal: string) {
    this.#refusal = refusal;
  }

  /** @throws AppError 429 while the account has another download in progress. */
  send(accountId: string, start: () => Readable): void {
    if (this.#accounts.has(accountId))
      throw new AppError(429, "rate_limited", this.#refusal, {
        headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
      });
    const file = start();
    this.#accounts.add(accountId);
    file.once("close", () => this.#accounts.delete(accountId));
  }
}
