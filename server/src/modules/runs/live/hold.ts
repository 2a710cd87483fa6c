import type { Database } from "../../../platform/db/database.ts";
import type { Ledger } from "../../ledger/index.ts";
import { larger, smaller } from "../start/run-terms.ts";
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

  /** Grows the hold of a run to `needed`, or as far as cap and balance allow. @returns what the run then holds */
  async reach({ meter, tree }: HeldRun, needed: bigint): Promise<bigint> {
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

  /** Releases the part of a run's hold that neither its charge nor its model calls need, for the runs that it calls. */
  async give({ meter, tree }: HeldRun): Promise<void> {
    await tree.serially(async () => {
      meter.held = smaller(meter.held, larger(meter.amountTaken, meter.modelCostTaken));
    });
  }
}

/** The run that a caller started and its child runs, at any depth. One hold pays for all of them. */
export class RunTree {
  readonly rootId: string;
  /** The most that the runs that have not been charged yet may cost together: at first the root's cap. Nano-USD. */
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

  /** Removes a run that has ended and was charged. Its part has left the hold, whether it was used or not. */
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

  heldBesides(meter: RunMeter): bigint {
    return this.#sumBesides(meter, (other) => other.held);
  }

  uncoveredBesides(meter: RunMeter): bigint {
    return this.#sumBesides(meter, (other) => other.uncovered);
  }

  /** What all of them have used so far. */
  get used(): { tokens: number; cost: bigint } {
    let used = this.#charged;
    for (const { metered, cost } of this.#meters)
      used = { tokens: used.tokens + metered, cost: used.cost + cost };
    return used;
  }

  /** Runs work that changes the parts of the hold, one piece after another. */
  serially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  #sumBesides(meter: RunMeter, of: (other: RunMeter) => bigint): bigint {
    let sum = 0n;
    for (const other of this.#meters) if (other !== meter) sum += of(other);
    return sum;
  }
}
