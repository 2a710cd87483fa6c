import type { Readable } from "node:stream";
import { AppError } from "./app-error.ts";

/** Short, as to ask again costs little: how long a file takes depends on its length and on who takes it. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Whose files are being sent by this node: one of an account at a time. A file is one request and may be hundreds of
 * statements, so that many at once would take the database from everybody else.
 */
export class FilesUnderWay {
  readonly #accounts = new Set<string>();
  readonly #refusal: string;

  /** @param refusal What the second of an account at a time is told. */
  constructor(refusal: string) {
    this.#refusal = refusal;
  }

  /** @throws AppError 429 while another one is being sent to the account. */
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
