import type { PlanType, RunStorage } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { readStoredBytes, removeOldestContent } from "./run-storage-store.ts";

/**
 * Content is removed down to this share of the limit, so that a full account does not lose content after each of its
 * runs.
 */
const FULL_ACCOUNT_KEEPS = 0.95;
/**
 * An account that was over its limit is checked again after this time, because content of the last minute is not
 * removed (`remove_oldest_run_content`).
 */
const LOOK_AGAIN_MS = 60_000;

export interface RunStorageOptions {
  db: Database;
  /** Returns how many bytes an account of a plan may store. */
  getLimit: (plan: PlanType) => number;
}

/** Keeps accounts within the storage of their plans by removing the content of their oldest runs. */
export class RunStorageLimits {
  readonly #options: RunStorageOptions;
  /** Accounts with runs that ended on this node, and the time from which to check each account, in milliseconds. */
  readonly #due = new Map<string, number>();

  constructor(options: RunStorageOptions) {
    this.#options = options;
  }

  /** Records that a run of an account has ended, so that the account's storage is checked. */
  recordEnded(accountId: string): void {
    this.#due.set(accountId, 0);
  }

  /** Returns the accounts to check now. Fold their ended runs into the statistics before you pass them to `apply`. */
  takeDue(): string[] {
    const now = Date.now();
    const due = [...this.#due].filter(([, from]) => from <= now).map(([accountId]) => accountId);
    for (const accountId of due) this.#due.delete(accountId);
    return due;
  }

  /** Removes the oldest content of each of these accounts that is over its limit. */
  async apply(accountIds: readonly string[]): Promise<void> {
    if (accountIds.length === 0) return;
    const { db, getLimit } = this.#options;
    for (const { accountId, plan, used } of await readStoredBytes(db, accountIds)) {
      const limit = getLimit(plan);
      if (used <= limit) continue;
      await removeOldestContent(db, accountId, { limit, target: limit * FULL_ACCOUNT_KEEPS });
      if (!this.#due.has(accountId)) this.#due.set(accountId, Date.now() + LOOK_AGAIN_MS);
    }
  }

  /** Returns the bytes that an account stores, and its limit. */
  async read(accountId: string): Promise<RunStorage> {
    const { db, getLimit } = this.#options;
    const [stored] = await readStoredBytes(db, [accountId]);
    if (!stored) throw new Error(`account ${accountId} does not exist`);
    const { used, workflows, plan } = stored;
    return { used_bytes: used, limit_bytes: getLimit(plan), workflow_bytes: workflows };
  }
}
