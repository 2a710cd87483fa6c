import type { Database } from "../../platform/db/database.ts";
import type { Ledger } from "../ledger/index.ts";
import type { LiveRun } from "./live-run.ts";

/**
 * How long a run goes by what it read: an agent that calls models without pause would otherwise ask the database at
 * each call. What other runs lose meanwhile is seen this much later.
 */
const READ_AGAIN_MS = 1_000;

/** Today's losses of the caller of a live run, read at its first call and then once a second. */
export class RecentLosses {
  readonly #db: Database;
  readonly #ledger: Ledger;
  readonly #read = new WeakMap<LiveRun, { losses: bigint; at: number }>();

  constructor(db: Database, ledger: Ledger) {
    this.#db = db;
    this.#ledger = ledger;
  }

  async of(run: LiveRun): Promise<bigint> {
    const known = this.#read.get(run);
    if (known !== undefined && performance.now() - known.at < READ_AGAIN_MS) return known.losses;
    const { accountId: callerAccountId, developerAccountId } = run.facts;
    const accounts = { callerAccountId, developerAccountId };
    const { caller: losses } = await this.#ledger.lossesToday(this.#db, accounts);
    this.#read.set(run, { losses, at: performance.now() });
    return losses;
  }
}
