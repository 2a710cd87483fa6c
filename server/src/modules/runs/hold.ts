import type { Database } from "../../platform/db/database.ts";
import type { Ledger } from "../ledger/index.ts";
import type { LiveRun } from "./live-run.ts";
import { larger, smaller } from "./run-terms.ts";

/** Grows the holds of live runs in slices (reading 17): doubling keeps a long run at a handful of extensions. */
export class HoldGrowth {
  readonly #db: Database;
  readonly #ledger: Ledger;

  constructor(db: Database, ledger: Ledger) {
    this.#db = db;
    this.#ledger = ledger;
  }

  /** @returns what is held then: at least `needed`, or all that cap and balance carry. */
  async reach(run: LiveRun, needed: bigint): Promise<bigint> {
    const { meter } = run;
    if (needed <= meter.held || meter.held >= meter.terms.cap) return meter.held;
    const total = smaller(larger(needed, meter.held * 2n), meter.terms.cap);
    const result = await this.#ledger.extend(this.#db, run.facts.id, total);
    if (result.ok) meter.held = result.held;
    return meter.held;
  }
}
