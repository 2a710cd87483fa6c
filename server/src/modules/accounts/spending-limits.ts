import {
  LIMITS,
  nanoToUsd,
  type SpendingLimits,
  type UpdateSpendingLimitsRequest,
  usdToNano,
} from "@stoa/contract";
import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { lockAccount } from "./api-key-store.ts";
import {
  readAccountSpending,
  readUnconfirmedRunLimit,
  writeLimits,
  writeUnconfirmedRunLimit,
} from "./spending-limit-store.ts";

/** How much later other nodes may apply a change. It is the same delay as for credentials. */
const CACHE_MS = 5000;
/** The maximum number of cached limits, which takes about 1 MB. It is enough for all callers within five seconds. */
const CACHE_ENTRIES = 10_000;
const UNCONFIRMED_RUN_NANO = usdToNano(LIMITS.unconfirmedRunUsd);

/** Returns the requested limit in nano-USD, or the current limit if the request does not contain it. */
export function parseLimitChange(asked: number | null | undefined, present: bigint | null): bigint | null {
  if (asked === undefined) return present;
  return asked === null ? null : usdToNano(asked);
}

export function presentLimit(limit: bigint | null): number | null {
  return limit === null ? null : nanoToUsd(limit);
}

/** Manages what an account may spend per run and per UTC day. The limits are enforced when runs start (limit_hold). */
export class AccountSpendingLimits {
  readonly #db: Database;
  readonly #unconfirmed = new LRUCache<string, bigint>({ max: CACHE_ENTRIES, ttl: CACHE_MS });

  constructor(db: Database) {
    this.#db = db;
  }

  async read({ accountId }: Caller): Promise<SpendingLimits> {
    const row = await readAccountSpending(this.#db, accountId);
    return {
      limit_per_run: presentLimit(row.perRun),
      limit_per_day: presentLimit(row.perDay),
      unconfirmed_run_limit: nanoToUsd(row.unconfirmedRun ?? UNCONFIRMED_RUN_NANO),
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
        perRun: parseLimitChange(asked.limit_per_run, present.perRun),
        perDay: parseLimitChange(asked.limit_per_day, present.perDay),
        perMonth: null,
      });
      if (asked.unconfirmed_run_limit !== undefined)
        await writeUnconfirmedRunLimit(tx, accountId, usdToNano(asked.unconfirmed_run_limit));
    });
    this.#unconfirmed.delete(accountId);
    return this.read(caller);
  }

  /** Returns the maximum cost of a run whose request does not state one, in nano-USD. */
  async getUnconfirmedRunLimit(accountId: string): Promise<bigint> {
    const known = this.#unconfirmed.get(accountId);
    if (known !== undefined) return known;
    const amount = (await readUnconfirmedRunLimit(this.#db, accountId)) ?? UNCONFIRMED_RUN_NANO;
    this.#unconfirmed.set(accountId, amount);
    return amount;
  }
}
