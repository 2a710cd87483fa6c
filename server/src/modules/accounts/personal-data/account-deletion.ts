import { type DeleteAccountRequest, nanoToDecimal } from "@stoa/contract";
import { recordInAuditLog } from "../../../platform/audit/audit-log.ts";
import type { Database, Tx } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { DataSubject, PersonalData } from "../../../platform/personal-data/personal-data.ts";
import { lockAccount } from "../api-key-store.ts";
import type { CachedAuthenticator } from "../authenticator.ts";
import { type RequestOrigin, requireProof } from "../own-account-proof.ts";
import type { SignInGuard } from "../sign-in-guard.ts";
import {
  deleteErasure,
  insertErasure,
  listErasures,
  lockAgents,
  type Remaining,
  readRemaining,
} from "./erasure-store.ts";

export interface AccountDeletionOptions {
  db: Database;
  guard: SignInGuard;
  authenticator: CachedAuthenticator;
  /** Finds the access that an account has at other services, and returns a function that revokes it. */
  prepareRevocation: (accountId: string) => Promise<() => void>;
  /** The personal data of each module, in the order in which it is erased. */
  personalData: readonly PersonalData[];
}

/**
 * A run lasts at most ten minutes, and another node may accept a revoked credential for a few more seconds. After this
 * time, everything that was started with such a credential has ended, and a second pass removes it.
 */
const SECOND_PASS_AFTER_SECONDS = 15 * 60;
/**
 * The number of batches that a request deletes. They contain the content of two thousand runs, which takes some
 * seconds. The job deletes the rest.
 */
const BATCHES_AT_ONCE = 10;

/** Deletes accounts. Only their ids remain in the ledger. */
export class AccountDeletion {
  readonly #options: AccountDeletionOptions;

  constructor(options: AccountDeletionOptions) {
    this.#options = options;
  }

  /**
   * Deletes the caller's account. Throws AppError 400 if the password is missing, 403 for a wrong one, 409
   * account_in_use if runs are active, 409 balance_left if earned or purchased money is left, and 429 after many wrong
   * passwords. Nothing is deleted if it throws.
   */
  async delete(caller: Caller, body: DeleteAccountRequest, from: RequestOrigin): Promise<void> {
    const { db, authenticator, guard, prepareRevocation } = this.#options;
    await requireProof({ db, guard }, caller, body.password, from);
    const revokeAccess = await prepareRevocation(caller.accountId);
    await db.transaction().execute(async (tx) => {
      await lockAccount(tx, caller.accountId);
      requireNothingLeft(await readRemaining(tx, caller), body.give_up_balance);
      // The first of several concurrent requests deletes the account. The others find it deleted.
      if (!(await insertErasure(tx, caller))) return;
      await this.#erase(tx, caller);
      const { userId, accountId } = caller;
      await recordInAuditLog(tx, {
        actor: userId,
        action: "account.delete",
        subject: accountId,
        details: { gave_up_balance: String(body.give_up_balance) },
      });
    });
    revokeAccess();
    authenticator.forgetUser(caller.userId, "all");
    await this.#eraseContents(caller, BATCHES_AT_ONCE);
  }

  /**
   * Finishes deletions as a background job: erases content that was too much for one request, and content that was
   * added after the request.
   */
  async finish(afterSeconds = SECOND_PASS_AFTER_SECONDS): Promise<void> {
    const { db, prepareRevocation } = this.#options;
    for (const subject of await listErasures(db, afterSeconds)) {
      const revokeAccess = await prepareRevocation(subject.accountId);
      await db.transaction().execute((tx) => this.#erase(tx, subject));
      revokeAccess();
      await this.#eraseContents(subject, Number.POSITIVE_INFINITY);
      await deleteErasure(db, subject);
    }
  }

  async #erase(tx: Tx, subject: DataSubject): Promise<void> {
    await lockAgents(tx, subject);
    for (const data of this.#options.personalData) await data.erase(tx, subject);
  }

  async #eraseContents(subject: DataSubject, batches: number): Promise<void> {
    for (const { eraseContents } of this.#options.personalData) {
      let last: string | undefined = eraseContents && "";
      for (let batch = 0; batch < batches && last !== undefined; batch++)
        last = await eraseContents?.(this.#options.db, subject, last);
    }
  }
}

function requireNothingLeft({ ownRuns, runsOfAgents, balance }: Remaining, givesUpBalance: boolean): void {
  if (ownRuns > 0)
    throw createInUseError(
      `You have ${ownRuns === 1 ? "an active run" : `${ownRuns} active runs`}. Cancel ${ownRuns === 1 ? "it or wait until it ends" : "them or wait until they end"}.`,
    );
  if (runsOfAgents > 0)
    throw createInUseError(
      `Your agents have ${formatRuns(runsOfAgents)} in progress. Switch your agents off and wait until ${runsOfAgents === 1 ? "it ends" : "they end"}.`,
    );
  if (balance > 0n && !givesUpBalance)
    throw new AppError(
      409,
      "balance_left",
      `You would lose ${nanoToDecimal(balance)} USD of earned or purchased balance. Spend it first, or confirm that you give it up.`,
    );
}

const createInUseError = (detail: string) => new AppError(409, "account_in_use", detail);

const formatRuns = (runs: number) => (runs === 1 ? "1 run" : `${runs} runs`);
