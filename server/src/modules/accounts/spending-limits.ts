import { nanoToUsd, type SpendingLimits, type UpdateSpendingLimitsRequest, usdToNano } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { lockAccount } from "./api-key-store.ts";
import { readAccountSpending, writeLimits } from "./spending-limit-store.ts";

/** What is asked for, or what was there where nothing is asked; nano-USD. */
export function changedLimit(asked: number | null | undefined, present: bigint | null): bigint | null {
  if (asked === undefined) return present;
  return asked === null ? null : usdToNano(asked);
}

export function presentLimit(limit: bigint | null): number | null {
  return limit === null ? null : nanoToUsd(limit);
}

/** What an account may spend per run and per UTC day. They are kept where runs start (migration 0015). */
export class AccountSpendingLimits {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read({ accountId }: Caller): Promise<SpendingLimits> {
    const row = await readAccountSpending(this.#db, accountId);
    return {
      limit_per_run: presentLimit(row.perRun),
      limit_per_day: presentLimit(row.perDay),
      spent_today: nanoToUsd(row.spentToday),
      day_ends_at: row.dayEndsAt.toISOString(),
    };
  }

  async change(caller: Caller, asked: UpdateSpendingLimitsRequest): Promise<SpendingLimits> {
    const { accountId } = caller;
    await this.#db.transaction().execute(async (tx) => {
      await lockAccount(tx, accountId);
      const present = await readAccountSpending(tx, accountId);
      await writeLimits(tx, accountId, "", {
        perRun: changedLimit(asked.limit_per_run, present.perRun),
        perDay: changedLimit(asked.limit_per_day, present.perDay),
        perMonth: null,
      });
    });
    return this.read(caller);
  }
}
