import { type DeleteAccountRequest, nanoToDecimal } from "@stoa/contract";
import { recordInAuditLog } from "../../../platform/audit/audit-log.ts";
import type { Database, Tx } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { Leaver, PersonalData } from "../../../platform/personal-data/personal-data.ts";
import { lockAccount } from "../api-key-store.ts";
import type { CachedAuthenticator } from "../authenticator.ts";
import { type AskedFrom, requireProof } from "../own-account-proof.ts";
import type { SignInGuard } from "../sign-in-guard.ts";
import {
  deleteErasure,
  erasePerson,
  insertErasure,
  leftBefore,
  lockAgents,
  type Remaining,
  readRemaining,
} from "./erasure-store.ts";

export interface LeavingOptions {
  db: Database;
  guard: SignInGuard;
  authenticator: CachedAuthenticator;
  /** Looks at what an account has at other services. @returns what gives it back, for when it is gone here. */
  accessElsewhere: (accountId: string) => Promise<() => void>;
  /** What the other modules store, in the order in which it is erased. */
  personalData: readonly PersonalData[];
}

/**
 * A run lasts ten minutes at most, and another node may know a credential for seconds after it has ended: what was
 * begun with it is over by then, and removed when everything is gone through once more.
 */
const SETTLED_AFTER_SECONDS = 15 * 60;
/** Contents of two thousand runs go while the person waits, some seconds; the rest follows by the job. */
const BATCHES_AT_ONCE = 10;

/** People who delete their account. The books keep their ids, and nothing else of them. */
export class Leaving {
  readonly #options: LeavingOptions;

  constructor(options: LeavingOptions) {
    this.#options = options;
  }

  /**
   * @throws AppError 403 for a wrong password, 409 account_in_use while runs are live and balance_left while there is
   *   money that was earned or paid for, 429 after many wrong passwords. Nothing has happened then.
   */
  async leave(caller: Caller, asked: DeleteAccountRequest, from: AskedFrom): Promise<void> {
    const { db, authenticator, guard, accessElsewhere } = this.#options;
    await requireProof({ db, guard }, caller, asked.password, from);
    const giveBack = await accessElsewhere(caller.accountId);
    await db.transaction().execute(async (tx) => {
      await lockAccount(tx, caller.accountId);
      requireNothingLeft(await readRemaining(tx, caller), asked.give_up_balance);
      // Of several requests at once the first deletes the account, and the others find that done.
      if (!(await insertErasure(tx, caller))) return;
      await this.#erase(tx, caller);
      const { userId, accountId } = caller;
      await recordInAuditLog(tx, {
        actor: userId,
        action: "account.delete",
        subject: accountId,
        details: { gave_up_balance: String(asked.give_up_balance) },
      });
    });
    giveBack();
    authenticator.forgetUser(caller.userId, "all");
    await this.#eraseContents(caller, BATCHES_AT_ONCE);
  }

  /** Finishes what leavers have left, as a job: contents that were too many at once, and what began meanwhile. */
  async finish(settledAfterSeconds = SETTLED_AFTER_SECONDS): Promise<void> {
    const { db, accessElsewhere } = this.#options;
    for (const leaver of await leftBefore(db, settledAfterSeconds)) {
      const giveBack = await accessElsewhere(leaver.accountId);
      await db.transaction().execute((tx) => this.#erase(tx, leaver));
      giveBack();
      await this.#eraseContents(leaver, Number.POSITIVE_INFINITY);
      await deleteErasure(db, leaver);
    }
  }

  async #erase(tx: Tx, leaver: Leaver): Promise<void> {
    await lockAgents(tx, leaver);
    await erasePerson(tx, leaver);
    for (const data of this.#options.personalData) await data.erase(tx, leaver);
  }

  async #eraseContents(leaver: Leaver, batches: number): Promise<void> {
    for (const { eraseContents } of this.#options.personalData) {
      let last: string | undefined = eraseContents && "";
      for (let batch = 0; batch < batches && last !== undefined; batch++)
        last = await eraseContents?.(this.#options.db, leaver, last);
    }
  }
}

function requireNothingLeft({ ownRuns, runsOfAgents, balance }: Remaining, givesUpBalance: boolean): void {
  if (ownRuns > 0)
    throw inUse(
      `${count(ownRuns)} of yours ${ownRuns === 1 ? "is" : "are"} still active. Wait for the end or cancel.`,
    );
  if (runsOfAgents > 0)
    throw inUse(
      `${count(runsOfAgents)} of your agents ${runsOfAgents === 1 ? "is" : "are"} still active. Switch your agents off and wait for the end.`,
    );
  if (balance > 0n && !givesUpBalance)
    throw new AppError(
      409,
      "balance_left",
      `${nanoToDecimal(balance)} USD that you earned or paid for would be lost. Spend it first, or say that you give it up.`,
    );
}

const inUse = (detail: string) => new AppError(409, "account_in_use", detail);

const count = (runs: number) => (runs === 1 ? "1 run" : `${runs} runs`);
