import type { Database } from "../../../platform/db/database.ts";
import type { Ledger } from "../../ledger/index.ts";
import { getLarger, getSmaller } from "../start/run-terms.ts";
import type { RunMeter } from "./run-meter.ts";

/** A run with its part of a hold. */
interface HeldRun {
  meter: RunMeter;
  tree: RunTree;
}

/** Grows the holds of live runs in slices. Each slice doubles the hold, so a long run needs few extensions. */
export class HoldGrowth {
  readonly #db: Database;
  readonly #ledger: Ledger;

  constructor(db: Database, ledger: Ledger) {
    this.#db = db;
    this.#ledger = ledger;
  }

  /**
   * Grows the hold of a run to `needed`, or as far as the cap and the balance allow.
   * @returns the amount that the run holds afterwards
   */
  async reach({ meter, tree }: HeldRun, needed: bigint): Promise<bigint> {
    const wanted = getSmaller(needed, meter.terms.cap);
    if (wanted <= meter.held) return meter.held;
    return tree.runSerially(async () => {
      const others = tree.sumHeldByOthers(meter);
      if (others + wanted > tree.held && tree.held < tree.cap) {
        const total = getSmaller(getLarger(others + wanted, tree.held * 2n), tree.cap);
        const result = await this.#ledger.extend(this.#db, tree.rootId, total);
        if (result.ok) tree.held = result.held;
      }
      meter.held = tree.isSingle ? tree.held : getSmaller(wanted, tree.held - others);
      return meter.held;
    });
  }

  /**
   * Releases the part of a run's hold that its charge and its model calls do not need, so that the runs that it calls
   * can use it.
   */
  async give({ meter, tree }: HeldRun): Promise<void> {
    await tree.runSerially(async () => {
      meter.held = getSmaller(meter.held, getLarger(meter.amountTaken, meter.modelCostTaken));
    });
  }
}

/** The run that a caller started and its child runs, at any depth. One hold pays for all of them. */
export class RunTree {
  readonly rootId: string;
  /** The maximum cost in nano-USD of all runs that have not been charged yet. It starts as the root's cap. */
  cap: bigint;
  /**
   * The amount of the hold as the ledger last reported it. Each meter's `held` is the part that is reserved for that
   * run.
   */
  held: bigint;
  /** How many child runs the root has started so far. */
  started = 0;
  readonly #meters: Set<RunMeter>;
  #charged = { tokens: 0, cost: 0n };
  #last: Promise<unknown> = Promise.resolve();

  constructor(rootId: string, root: RunMeter) {
    this.rootId = rootId;
    this.cap = root.terms.cap;
    this.held = root.held;
    this.#meters = new Set([root]);
  }

  join(meter: RunMeter): void {
    this.#meters.add(meter);
  }

  leave(meter: RunMeter): void {
    this.#meters.delete(meter);
  }

  /** Removes a run that has ended and was charged. Its whole part leaves the hold, whether the run used it or not. */
  charge(meter: RunMeter, { tokens, cost }: { tokens: number; cost: bigint }): void {
    this.#meters.delete(meter);
    this.held -= meter.held;
    this.cap -= cost;
    this.#charged = { tokens: this.#charged.tokens + tokens, cost: this.#charged.cost + cost };
  }

  /** Whether no other run has a part of the hold. */
  get isSingle(): boolean {
    return this.#meters.size === 1;
  }

  sumHeldByOthers(meter: RunMeter): bigint {
    return this.#sumOthers(meter, (other) => other.held);
  }

  sumUncoveredByOthers(meter: RunMeter): bigint {
    return this.#sumOthers(meter, (other) => other.uncovered);
  }

  /** The amount that all runs of the tree have used so far. */
  get used(): { tokens: number; cost: bigint } {
    let used = this.#charged;
    for (const { metered, cost } of this.#meters)
      used = { tokens: used.tokens + metered, cost: used.cost + cost };
    return used;
  }

  /** Runs tasks that change parts of the hold, one at a time. */
  runSerially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  #sumOthers(meter: RunMeter, of: (other: RunMeter) => bigint): bigint {
    let sum = 0n;
    for (const other of this.#meters) if (other !== meter) sum += of(other);
    return sum;
  }
}
