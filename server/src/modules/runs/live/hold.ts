import type { Database } from "../../../platform/db/database.ts";
import type { Ledger } from "../../ledger/index.ts";
import { larger, smaller } from "../start/run-terms.ts";
import type { LiveRun } from "./live-run.ts";

/** Grows the holds of live runs in slices. Each slice doubles the hold, so a long run needs few extensions. */
export class HoldGrowth {
  readonly #db: Database;
  readonly #ledger: Ledger;

  constructor(db: Database, ledger: Ledger) {
    this.#db = db;
    this.#ledger = ledger;
  }

  /** @returns what is held for the run then: at least `needed`, or all that cap and balance carry. */
  async reach({ meter, tree }: Pick<LiveRun, "meter" | "tree">, needed: bigint): Promise<bigint> {
    const wanted = smaller(needed, meter.terms.cap);
    if (wanted <= meter.held) return meter.held;
    return tree.serially(async () => {
      const others = tree.heldBesides(meter);
      if (others + wanted > tree.held && tree.held < tree.cap) {
        const total = smaller(larger(others + wanted, tree.held * 2n), tree.cap);
        const result = await this.#ledger.extend(this.#db, tree.rootId, total);
        if (result.ok) tree.held = result.held;
      }
      meter.held = tree.isSingle ? tree.held : smaller(wanted, tree.held - others);
      return meter.held;
    });
  }

  /** Leaves to the runs that this one calls what neither its charge nor its model calls need. */
  async give({ meter, tree }: Pick<LiveRun, "meter" | "tree">): Promise<void> {
    await tree.serially(async () => {
      meter.held = smaller(meter.held, larger(meter.amountTaken, meter.modelCostTaken));
    });
  }
}
