import type { PlanType, RunStorage } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { readStoredBytes, removeOldestContent } from "./run-storage-store.ts";

/** Content is removed down to this share of the limit, so that not every run of a full account removes another one. */
const FULL_ACCOUNT_KEEPS = 0.95;
/** Content of the last minute is not removed (`remove_oldest_run_content`), so a full account is looked at again. */
const LOOK_AGAIN_MS = 60_000;

export interface RunStorageOptions {
  db: Database;
  /** Bytes that an account of a plan may keep. */
  limitOf: (plan: PlanType) => number;
}

/** Keeps what accounts store within their plans: the content of an account's oldest runs is removed first. */
export class RunStorageLimits {
  readonly #options: RunStorageOptions;
  /** Accounts of which a run ended on this node, by the time in milliseconds from which they are to be looked at. */
  readonly #due = new Map<string, number>();

  constructor(options: RunStorageOptions) {
    this.#options = options;
  }

  /** Notes that a run of an account has ended, so that the account keeps more than before. */
  noteEnded(accountId: string): void {
    this.#due.set(accountId, 0);
  }

  /** Returns the accounts to look at now. Count their ended runs before you pass them to `apply`. */
  takeDue(): string[] {
    const now = Date.now();
    const due = [...this.#due].filter(([, from]) => from <= now).map(([accountId]) => accountId);
    for (const accountId of due) this.#due.delete(accountId);
    return due;
  }

  /** Removes what these accounts keep above their limits. */
  async apply(accountIds: readonly string[]): Promise<void> {
    if (accountIds.length === 0) return;
    const { db, limitOf } = this.#options;
    for (const { accountId, plan, used } of await readStoredBytes(db, accountIds)) {
      const limit = limitOf(plan);
      if (used <= limit) continue;
      await removeOldestContent(db, accountId, { limit, target: limit * FULL_ACCOUNT_KEEPS });
      if (!this.#due.has(accountId)) this.#due.set(accountId, Date.now() + LOOK_AGAIN_MS);
    }
  }

  /** Returns what an account keeps and may keep. */
  async read(accountId: string): Promise<RunStorage> {
    const { db, limitOf } = this.#options;
    const [stored] = await readStoredBytes(db, [accountId]);
    if (!stored) throw new Error(`account ${accountId} does not exist`);
    const { used, workflows, plan } = stored;
    return { used_bytes: used, limit_bytes: limitOf(plan), workflow_bytes: workflows };
  }
}
