import type { Database } from "../../../platform/db/database.ts";
import type { Ledger } from "../../ledger/index.ts";
import type { LiveRun } from "./live-run.ts";

/**
 * Bounds what the platform may lose on model calls that no caller pays for: those of agents whose price is below their
 * model cost. What is at risk is set aside for each run before it is spent, across all nodes, and counts together with
 * what failed runs of the same account have cost today.
 */
export class LossBound {
  readonly #db: Database;
  readonly #ledger: Ledger;
  readonly #freeFailures: bigint;

  constructor(db: Database, ledger: Ledger, freeFailures: bigint) {
    this.#db = db;
    this.#ledger = ledger;
    this.#freeFailures = freeFailures;
  }

  /** Sets aside that a run may cost so much uncovered, nano-USD. @returns false when the bound does not allow it. */
  async allows({ meter, tree }: Pick<LiveRun, "meter" | "tree">, uncovered: bigint): Promise<boolean> {
    if (uncovered <= meter.uncovered) return true;
    return tree.serially(async () => {
      const total = tree.uncoveredBesides(meter) + uncovered;
      const isAllowed = await this.#ledger.risk(this.#db, tree.rootId, total, this.#freeFailures);
      if (isAllowed) meter.uncovered = uncovered;
      return isAllowed;
    });
  }
}
