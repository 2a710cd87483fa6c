import { FILE_TEXTS } from "@stoa/contract";
import { AppError } from "../../platform/http/app-error.ts";

/**
 * The requests of an account that can send contents to this node at once. A browser has 6 connections. An S3 store keeps
 * a part of each in memory, and slow senders must not use up the parts of all accounts.
 */
const PER_ACCOUNT = 10;
/** A part of an upload takes seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Limits how many uploads of an account are in progress on this node. */
export class ActiveUploads {
  readonly #counts = new Map<string, number>();

  /** @throws AppError 429 while the account has too many uploads in progress */
  async run<T>(accountId: string, upload: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(accountId) ?? 0;
    if (count >= PER_ACCOUNT)
      throw new AppError(429, "rate_limited", FILE_TEXTS.tooManyAtOnce, {
        headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
      });
    this.#counts.set(accountId, count + 1);
    try {
      return await upload();
    } finally {
      const left = (this.#counts.get(accountId) ?? 1) - 1;
      if (left > 0) this.#counts.set(accountId, left);
      else this.#counts.delete(accountId);
    }
  }
}
