import type { RunMeter } from "../live/run-meter.ts";

/** The run that a caller started and its called runs, at any depth. One hold pays for all of them. */
export class RunTree {
  readonly rootId: string;
  /** The most that those which have not been charged yet may cost together: the root's cap at first. Nano-USD. */
  cap: bigint;
  /** What is held for them, as the ledger last said it. Each meter's `held` is the part of it that is kept for that run. */
  held: bigint;
  /** Runs that the root called so far. */
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

  /** Takes a run out that has ended and was charged. Its part of the hold has left the hold, used or not. */
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

  /** Does what changes the parts of the hold one after another. */
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
